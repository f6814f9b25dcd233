// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lifeKinds, thefts } from '#server/testing/thief/kinds.ts';
import { share } from '#contract/fixtures/short-form.ts';
import { leadLife } from '#server/testing/thief/lead-life.ts';
import { openThiefRig, type ThiefRig } from '#server/testing/thief/rig.ts';

/**
 * Lives of an owner and a thief over HTTP (`npm run model -w lab -- --thief` leads many and long ones). The controls are in
 * thief-controls.test.ts.
 */
let rig: ThiefRig;

beforeAll(async () => {
  rig = await openThiefRig();
});

afterAll(async () => {
  await rig.close();
});

describe('a thief with one thing for thirty days', () => {
  it('knows 7 thefts, 15 pairs of ways, protected or not', () => {
    expect(lifeKinds).toHaveLength(210);
  });

  it('does not end with the account, in a short life of each kind', { timeout: 600_000 }, async () => {
    // Each pair of ways, protected or not, meets another theft every day.
    const seeds = share([...lifeKinds.keys()], { of: 7 });
    expect(new Set(seeds.map((seed) => lifeKinds[seed]?.theft))).toEqual(new Set(thefts));
    let steps = 0;
    for (const seed of seeds) steps += await leadLife(rig.app, { seed, maxSteps: 4 });
    expect(steps).toBeGreaterThan(seeds.length * 4);
  });
});
