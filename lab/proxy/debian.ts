import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from './nginx-process.ts';

const deployed = join(import.meta.dirname, '../../deploy/nginx');

/**
 * What Debian's nginx says of our two files in its conf.d, beside its own unchanged configuration; undefined where it takes
 * them. /etc/nginx is another folder for that process.
 */
export function debianTakes(variant: 'one-box.conf' | 'two-instances.conf'): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-debian-'));
  try {
    const etc = join(folder, 'nginx');
    cpSync('/etc/nginx', etc, { recursive: true, verbatimSymlinks: true });
    rmSync(join(etc, 'sites-enabled/default'), { force: true });
    for (const file of ['cedar-id.conf', variant]) cpSync(join(deployed, file), join(etc, 'conf.d', file));
    makeCertificate(join(etc, 'certificates'));
    const names = 'printf "127.0.0.1 localhost server-1 server-2\\n" > "$1/hosts"; mount --bind "$1/hosts" /etc/hosts';
    const script = `mount --bind "$1/nginx" /etc/nginx; ${names}; nginx -t -q`;
    const { status, stderr, error } = spawnSync('unshare', ['--mount', 'sh', '-ec', script, 'sh', folder], { encoding: 'utf8' });
    return status === 0 && stderr === '' ? undefined : (error?.message ?? stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
