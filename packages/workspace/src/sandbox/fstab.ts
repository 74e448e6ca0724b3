import { mountOf, type MountInfo } from './mount-info.js';

/** One mount. Paths of the host; `target` is absolute, below the folder that becomes the root. */
export type Mount =
  | {
      readonly kind: 'bind';
      readonly source: string;
      readonly target: string;
      readonly readOnly: boolean;
      readonly recursive?: boolean;
    }
  | { readonly kind: 'device'; readonly source: string; readonly target: string }
  | { readonly kind: 'tmpfs'; readonly target: string; readonly sizeMb: number; readonly mode: string }
  /** `layer` names folders below the work folder: `l/…` lower ones (topmost first), `u/…` upper, `w/…` work. */
  | { readonly kind: 'overlay'; readonly target: string; readonly lower: readonly string[]; readonly layer: string }
  | { readonly kind: 'proc'; readonly target: string }
  | { readonly kind: 'devpts'; readonly target: string };

/** White space and backslashes as fstab(5) wants them. A path has no NUL, so nothing else ends a field. */
export function escapeFstab(path: string): string {
  return path.replace(/[ \t\n\r\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

function fields(mount: Mount, mounts: readonly MountInfo[]): readonly [source: string, type: string, options: string] {
  switch (mount.kind) {
    case 'bind': {
      // A flag that the mount has on the host is locked: taking it away would be refused.
      const locked = mountOf(mounts, mount.source)?.options.includes('noexec') ? ',noexec' : '';
      const access = mount.readOnly ? 'ro' : 'rw';
      return [mount.source, 'none', `${mount.recursive ? 'rbind' : 'bind'},${access},nosuid,nodev${locked}`];
    }
    case 'device':
      return [mount.source, 'none', 'bind'];
    case 'tmpfs':
      return [
        'tmpfs',
        'tmpfs',
        `size=${mount.sizeMb}m,nr_inodes=${mount.sizeMb * 256},mode=${mount.mode},nosuid,nodev`,
      ];
    case 'overlay':
      return [
        'overlay',
        'overlay',
        `lowerdir=${mount.lower.join(':')},upperdir=u/${mount.layer},workdir=w/${mount.layer},userxattr,nosuid,nodev`,
      ];
    case 'proc':
      // Processes that the command may not look into (those of the sandbox itself) are not listed.
      return ['proc', 'proc', 'hidepid=2,nosuid,nodev,noexec'];
    case 'devpts':
      return ['devpts', 'devpts', 'newinstance,ptmxmode=0666,mode=620,nosuid,noexec'];
  }
}

/** The text of an fstab(5) for `mount -a`, in the given order. */
export function encodeFstab(plan: readonly Mount[], mounts: readonly MountInfo[]): string {
  return plan
    .map((mount) => {
      const [source, type, options] = fields(mount, mounts);
      return `${escapeFstab(source)} ${escapeFstab(mount.target)} ${type} ${options} 0 0\n`;
    })
    .join('');
}
