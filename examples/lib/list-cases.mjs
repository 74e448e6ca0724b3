import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** Every case below `reviews/`: base project, task, submission, and what has to come out. */
export function listCases(reviews) {
  return folders(reviews).flatMap((project) =>
    folders(join(reviews, project, 'cases')).map((name) => {
      const folder = join(reviews, project, 'cases', name);
      const fileOf = (stem) =>
        join(
          folder,
          readdirSync(folder).find((file) => file.startsWith(`${stem}.`)),
        );
      return {
        id: `${project}/${name}`,
        base: join(reviews, project, 'base'),
        task: fileOf('task'),
        submission: fileOf('submission'),
        expected: JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')),
      };
    }),
  );
}
