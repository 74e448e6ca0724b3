import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A folder of empty mount points that becomes the root of a sandbox; the rest is mounted over it. */
export interface SkeletonSpec {
  readonly folders: readonly string[];
  /** Path to content. */
  readonly files: Readonly<Record<string, string>>;
  readonly links: readonly { readonly path: string; readonly to: string }[];
}

/** One time stamp for all, so that what shows through does not tell when it was made. */
const STAMP_SECONDS = 946684800;

/** At one go: a few dozen tiny steps, each of which would wait for its turn behind whatever else is under way. */
function writeSkeleton(root: string, spec: SkeletonSpec): void {
  for (const folder of spec.folders) mkdirSync(join(root, folder), { recursive: true, mode: 0o755 });
  for (const [path, content] of Object.entries(spec.files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 });
    writeFileSync(join(root, path), content, { mode: 0o444 });
  }
  for (const { path, to } of spec.links) symlinkSync(to, join(root, path));
  for (const folder of spec.folders) utimesSync(join(root, folder), STAMP_SECONDS, STAMP_SECONDS);
  chmodSync(root, 0o755);
}

/** Makes skeletons below one folder, each once; the same spec gives the same folder. */
export class SkeletonStore {
  private readonly made = new Map<string, Promise<string>>();

  constructor(private readonly folder: string) {}

  open(spec: SkeletonSpec): Promise<string> {
    const key = createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 16);
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const making = this.make(key, spec);
    this.made.set(key, making);
    return making;
  }

  private async make(key: string, spec: SkeletonSpec): Promise<string> {
    const place = join(this.folder, `root-${key}`);
    await mkdir(this.folder, { recursive: true });
    const draft = await mkdtemp(join(this.folder, 'draft-'));
    writeSkeleton(draft, spec);
    try {
      await rename(draft, place);
    } catch (error) {
      // Another process that shares this folder was faster, and made the same.
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' && (error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
      await rm(draft, { recursive: true, force: true });
    }
    return place;
  }
}
