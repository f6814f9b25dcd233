import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCache } from '#server/testing/compile-cache.ts';
import { lifeKinds } from '#server/testing/thief/kinds.ts';
import { leadLife } from '#server/testing/thief/lead-life.ts';
import { guardNames } from '#server/testing/thief/guards-off.ts';
import { openThiefRig, type ThiefRig } from '#server/testing/thief/rig.ts';
import type { Shown } from '#server/testing/thief/run-controls.ts';

/**
 * Lives of an owner and a thief over HTTP (`npm run model -w lab -- --thief` leads many and long ones). The controls need
 * sources with a switch for each guard, so they run in a process of their own.
 */
let rig: ThiefRig;

beforeAll(async () => {
  rig = await openThiefRig();
});

afterAll(async () => {
  await rig.close();
});

// The rules are the same on both databases.
const isSqlite = process.env['TEST_DATABASE'] === 'sqlite';
const lives = isSqlite ? lifeKinds.length : 14;

const program = fileURLToPath(new URL('../testing/thief/run-controls.ts', import.meta.url));

function runControls(environment: Readonly<Record<string, string>> = {}, names: readonly string[] = []) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...compileCache, NODE_ENV: 'test', TEST_DATABASE: 'sqlite', ...environment };
  return promisify(execFile)(process.execPath, [program, ...names], { env });
}

describe('a thief with one thing for thirty days', () => {
  it('knows 7 thefts, 15 pairs of ways, protected or not', () => {
    expect(lifeKinds).toHaveLength(210);
  });

  it('does not end with the account, in a short life of each kind', { timeout: 600_000 }, async () => {
    let steps = 0;
    for (let life = 0; life < lives; life += 1) {
      const seed = isSqlite ? life : life * 15;
      steps += await leadLife(rig.app, { seed, maxSteps: 4 });
    }
    expect(steps).toBeGreaterThan(lives * 4);
  });
});

describe.runIf(isSqlite)('without one guard', () => {
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

describe.runIf(isSqlite)('guards', () => {
  it('stay in production', async () => {
    await expect(runControls({ NODE_ENV: 'production' }, ['former'])).rejects.toThrow('Guards cannot be taken out in production.');
  });

  it('have names: another one is no control', async () => {
    await expect(runControls({ GUARDS_OFF: 'nothing' })).rejects.toThrow('GUARDS_OFF: there is no guard nothing');
  });
});
