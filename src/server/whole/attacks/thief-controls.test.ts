// @one-database
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { quickStart } from '#server/testing/server/quick-start.ts';
import { guardNames } from '#server/testing/thief/guards-off.ts';
import type { Shown } from '#server/testing/thief/run-controls.ts';

/**
 * The controls of thief-lives.test.ts: each guard is necessary. They need sources with a switch for each guard, so they
 * run in their own process, on SQLite.
 */
const program = fileURLToPath(new URL('../../testing/thief/run-controls.ts', import.meta.url));

function runControls(environment: Readonly<Record<string, string>> = {}, names: readonly string[] = []) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...quickStart, NODE_ENV: 'test', TEST_DATABASE: 'sqlite', ...environment };
  return promisify(execFile)(process.execPath, [program, ...names], { env });
}

describe('without one guard', () => {
  let shown: readonly Shown[] = [];

  beforeAll(async () => {
    const { stdout } = await runControls();
    shown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as readonly Shown[];
  }, 300_000);

  it.each(guardNames)('a thief wins, and does not with it: %s', (name) => {
    const control = shown.find((each) => each.name === name);
    expect(control).toMatchObject({ withIt: '' });
    expect(control?.withoutIt).not.toBe('');
  });
});

describe('guards', () => {
  it('stay in production', async () => {
    await expect(runControls({ NODE_ENV: 'production' }, ['former'])).rejects.toThrow('Guards cannot be taken out in production.');
  });

  it('have names: another one is no control', async () => {
    await expect(runControls({ GUARDS_OFF: 'nothing' })).rejects.toThrow('GUARDS_OFF: there is no guard nothing');
  });
});
