/** One line of /proc/self/mountinfo; see proc_pid_mountinfo(5). */
export interface MountInfo {
  /** The folder of the file system that is mounted here. */
  readonly root: string;
  readonly mountPoint: string;
  /** Options of this mount: `ro`, `noexec`, … */
  readonly options: readonly string[];
  readonly fsType: string;
  /** Options of the file system, such as the controllers of a control group hierarchy. */
  readonly superOptions: readonly string[];
}

function unescapeOctal(field: string): string {
  if (!field.includes('\\')) return field;
  // The kernel escapes bytes; what is above ASCII comes as it is.
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** Lines that have too few fields are left out. */
export function parseMountInfo(text: string): MountInfo[] {
  const mounts: MountInfo[] = [];
  for (const line of text.split('\n')) {
    const fields = line.split(' ');
    const separator = fields.indexOf('-', 6);
    const [, , , root, mountPoint, options] = fields;
    const fsType = fields[separator + 1];
    if (separator < 0 || root === undefined || mountPoint === undefined || fsType === undefined) continue;
    mounts.push({
      root: unescapeOctal(root),
      mountPoint: unescapeOctal(mountPoint),
      options: options?.split(',') ?? [],
      fsType,
      superOptions: fields[separator + 3]?.split(',') ?? [],
    });
  }
  return mounts;
}

/** Whether `path` is `folder` or lies in it. Both absolute and without `..`. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The mount that shows `path`: of those above it the deepest, of several at one place the last. */
export function mountOf(mounts: readonly MountInfo[], path: string): MountInfo | undefined {
  let found: MountInfo | undefined;
  for (const mount of mounts) {
    if (!isWithin(path, mount.mountPoint)) continue;
    if (found === undefined || mount.mountPoint.length >= found.mountPoint.length) found = mount;
  }
  return found;
}
