import { Playground } from './playground.js';
import { bugSubmission, FIX, PROJECT, TASK, WEAK_FIX } from './clamp-project.js';
import { Repository, type Files } from './repository.js';

/** A repository with a defect, a task, and two fixes with their submissions. */
export class ReviewFixture {
  readonly playground = new Playground();
  readonly repository: Repository;
  readonly task = this.playground.write('task.json', TASK);
  readonly submission = this.playground.write('submission.json', bugSubmission());
  readonly patch: string;
  readonly weakPatch: string;

  constructor(files: Files = PROJECT) {
    this.repository = Repository.create(`${this.playground.folder}/repository`, files);
    this.patch = this.playground.write('fix.patch', this.repository.patch(FIX));
    this.weakPatch = this.playground.write('weak.patch', this.repository.patch(WEAK_FIX));
  }

  /** Arguments of an honest review; a later flag wins over an earlier one. */
  args(...more: readonly string[]): readonly string[] {
    const { repository, task, patch, submission } = this;
    return [
      'review',
      '--repo',
      repository.folder,
      '--task',
      task,
      '--patch',
      patch,
      '--submission',
      submission,
      '--quiet',
      ...more,
    ];
  }

  remove(): void {
    this.playground.remove();
  }
}
