import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';

/** Uid and gid of the user `node` of the image. */
const user = 1000;

export interface Jail {
  /** An existing folder for its root. */
  readonly folder: string;
  /** What stands where, readable only. */
  readonly mounts: Readonly<Record<string, string>>;
  /** The one path that its user may write to, besides /tmp. */
  readonly data: string;
  /** Where the command runs. */
  readonly workdir: string;
  readonly command: readonly string[];
}

/**
 * A command line that runs another one as an unprivileged user on a read-only root: programs and libraries of this
 * machine, and the mounts. It is the same process, so signals reach it.
 */
export function jailed({ folder, mounts, data, workdir, command }: Jail): readonly string[] {
  const root = mkdtempSync(join(folder, 'root-'));
  const store = join(folder, 'data');
  mkdirSync(store, { recursive: true });
  chownSync(store, user, user);
  const bind = (from: string, to: string, options: string): string =>
    `mkdir -p ${root}${to}; mount --bind ${from} ${root}${to}; mount -o remount,bind,${options} ${root}${to}`;
  const script = [
    `mount -t tmpfs none ${root}`,
    `for each in bin sbin lib lib64; do [ ! -L /$each ] || cp -P /$each ${root}/; done`,
    ...['/usr', '/etc'].map((path) => bind(path, path, 'ro,nosuid')),
    `mkdir ${root}/proc ${root}/dev ${root}/tmp; mount --bind /proc ${root}/proc; mount --rbind /dev ${root}/dev`,
    `mount -t tmpfs -o mode=1777 none ${root}/tmp`,
    ...Object.entries(mounts).map(([to, from]) => bind(from, to, 'ro,nosuid')),
    bind(store, data, 'rw,nosuid'),
    `mount -o remount,ro ${root}`,
    `exec chroot --userspec=${user}:${user} ${root} env -C ${workdir} "$@"`,
  ].join('\n');
  return ['unshare', '--mount', 'sh', '-ec', script, 'jail', ...command];
}

/** Why this machine has no jail; undefined where it has one. */
export function noJail(): string | undefined {
  if (process.getuid?.() !== 0) return 'another user on a read-only root needs root';
  const { status, stderr, error } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { encoding: 'utf8' });
  return status === 0 ? undefined : `no own mounts here: ${error?.message ?? stderr.trim()}`;
}
