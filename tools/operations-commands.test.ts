// @odd-days
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#server/testing/server/free-port.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** The commands of a block of the page with this line in it. */
function blockWith(line: string): string {
  return Array.from(page.matchAll(/^```\w*\n([^]*?)^```$/gm), ([, block = '']) => block).find((block) => block.includes(line)) ?? '';
}

test('a PostgreSQL of one’s own is made, backed up and restored by the printed commands', async () => {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
  if (bin === undefined || process.getuid?.() !== 0 || spawnSync('pg_dump', ['--version']).error !== undefined) {
    console.log('The commands for PostgreSQL were not run: as root, apt-get install postgresql.');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'operations-page-'));
  const data = join(folder, 'database');
  const port = await freePort();
  const asOwner = (...words: readonly string[]) => execFileSync('runuser', ['-u', 'postgres', '--', ...words], { stdio: 'pipe' });
  execFileSync('chown', ['postgres', folder]);
  try {
    asOwner(join(bin, 'initdb'), '-D', data, '-A', 'trust', '-U', 'postgres');
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
    asOwner(join(bin, 'pg_ctl'), '-w', '-D', data, '-o', options, '-l', join(folder, 'log'), 'start');
    const admin = `postgres://postgres@127.0.0.1:${port}/postgres`;
    execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', admin], { input: blockWith('create role cedar') });
    writeFileSync(join(folder, 'cedar-id-admin'), `#!/bin/sh\nexec ${process.execPath} ${join(root, 'src/server/admin/main.ts')} "$@"\n`, {
      mode: 0o755,
    });
    const url = (name: string) => `postgres://cedar:x@127.0.0.1:${port}/${name}`;
    const script = `cedar-id-admin init\n${blockWith('pg_dump')}\n${blockWith('pg_restore')}`;
    const { status, stdout, stderr } = spawnSync('sh', ['-euc', script], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        NODE_ENV: 'test',
        DATA_DIR: folder,
        SECRET_KEY: 'L0Gx3dXcPz8b5uHk1qWm9vT2yRsA7eJfZoNi4CwBgKU=',
        DATABASE_URL: url('cedar'),
        ADMIN_URL: admin,
        RESTORED_URL: url('cedar_restored'),
      },
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/The database is made[^]*Every session[^]*The trail is as it was written/);
  } finally {
    spawnSync('runuser', ['-u', 'postgres', '--', join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
