// @one-database
import { describe, expect, it } from 'vitest';
import { beginnings, type Beginning } from '#server/testing/game/beginnings.ts';
import { controls, type ControlName } from '#server/testing/game/controls.ts';
import { Moves } from '#server/testing/game/moves.ts';
import { isWhole, share } from '#contract/fixtures/short-form.ts';
import { kinds } from '#server/testing/game/position.ts';
import { everyTwoDays, together, withinTwoWeeks, type Found } from '#server/testing/game/promises.ts';
import { productRules, type Rules } from '#server/testing/game/rules.ts';

/**
 * An owner and a thief of one root, over every account of a few ways: both do all that the decisions of the product let them do,
 * in any order, until no new position is left. `docs/design/freeze-wait-stop.md` says the promises.
 */

type Kinds = readonly (typeof kinds)[number][];

function play(
  promise: typeof together,
  rules: Rules,
  { among, from }: { readonly among: Kinds; readonly from: readonly Beginning[] },
): Found {
  const found: Found = { positions: 0 };
  promise(new Moves(rules, among), from, found);
  return found;
}

/** Every carrier and every weight is in one of them, beside each other one. */
const four: readonly Kinds[] = [
  ['password', 'phone', 'email', 'recoveryCode'],
  ['phone', 'totp', 'passkey', 'social'],
  ['password', 'email', 'social', 'recoveryCode'],
];

/** In the short form, accounts of two ways for each list, and those of three for one of the lists. */
const three = new Set(share(four, { of: four.length }));

let positions = 0;

describe('an owner and a thief of one root', { timeout: 120_000 }, () => {
  it.each(four.map((among) => [among.join(', '), among] as const))('whatever both do with %s: the owner of two is in', (_, among) => {
    const found = play(together, productRules, { among, from: beginnings({ most: three.has(among) ? 3 : 2, among }) });
    positions += found.positions;
    expect(found.broken).toBeUndefined();
  });

  it('whatever the thief does between two looks of an owner who keeps one way: he is never in', () => {
    const from = [...beginnings({ most: 2 }), ...share(beginnings({ most: 3 }), { of: 7 })];
    const found = play(everyTwoDays, productRules, { among: kinds, from });
    positions += found.positions;
    expect(found.broken).toBeUndefined();
  });

  it('whatever the holder of a former way does: the owner of a current one is in within two weeks', () => {
    const found = play(withinTwoWeeks, productRules, { among: kinds, from: beginnings({ most: 3 }) });
    positions += found.positions;
    expect(found.broken).toBeUndefined();
  });

  it('has a million positions and more, half a million in the short form', () => {
    expect(positions).toBeGreaterThanOrEqual(isWhole ? 1_000_000 : 500_000);
  });
});

const names = Object.keys(controls).filter((name): name is ControlName => name in controls);

describe('without the rule that', () => {
  const among: Kinds = ['password', 'phone', 'email'];
  const games = [2, 3].flatMap((most) =>
    [everyTwoDays, withinTwoWeeks, together].map((promise) => ({ promise, from: beginnings({ most, among }) })),
  );

  it.each(names)('%s, a promise breaks', (name) => {
    expect(games.some(({ promise, from }) => play(promise, controls[name], { among, from }).broken !== undefined)).toBe(true);
  });
});
