import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riskLevels } from '#contract/protection/activity/risk.words.ts';
import { day, hour } from '#server/platform/clock.ts';
import { assess, type RiskHistory, type RiskVisit } from './assess.ts';

const now = Date.UTC(2026, 0, 15);
const seen = { network: 'home', country: 'CN', firstAt: now - 60 * day };
const usual: RiskHistory = { networks: [seen], knowsBrowser: true, wrongPasswords: 0, wayAddedAt: undefined, recoveredAt: undefined };
const visit: RiskVisit = { at: now, network: ['home'], country: 'CN' };
const abroad = { network: ['cafe'], country: 'FR' };
const hasty = [1, 2].map((n) => ({ network: `hasty ${n}`, country: 'CN', firstAt: now - n * 60_000 }));

const table: readonly (readonly [string, Partial<RiskVisit>, Partial<RiskHistory>, string, readonly string[]])[] = [
  ['at home', {}, {}, 'calm', []],
  ['a new browser', {}, { knowsBrowser: false }, 'unusual', ['newBrowser']],
  ['a new network', { network: ['cafe'] }, {}, 'unusual', ['newNetwork']],
  ['both', { network: ['cafe'] }, { knowsBrowser: false }, 'risky', ['newBrowser', 'newNetwork']],
  ['a new country alone', { country: 'FR' }, {}, 'unusual', ['newCountry']],
  ['a new country with something else', abroad, {}, 'risky', ['newNetwork', 'newCountry']],
  ['many wrong passwords before', {}, { wrongPasswords: 10 }, 'risky', ['velocity']],
  ['the third new network in an hour', { network: ['cafe'] }, { networks: [seen, ...hasty] }, 'risky', ['newNetwork', 'velocity']],
  ['the second one', { network: ['cafe'] }, { networks: [seen, ...hasty.slice(1)] }, 'unusual', ['newNetwork']],
  ['a way of today', {}, { wayAddedAt: now - hour }, 'calm', ['freshWay']],
  ['a way of today in a new browser', {}, { wayAddedAt: now - hour, knowsBrowser: false }, 'risky', ['newBrowser', 'freshWay']],
  ['the day after a recovery', {}, { recoveredAt: now - hour }, 'calm', ['afterRecovery']],
  ['the first network', abroad, { networks: [] }, 'calm', []],
  ['no country', { country: '' }, { knowsBrowser: true }, 'calm', []],
  ['countries that were never known', { country: 'FR' }, { networks: [{ ...seen, country: '' }] }, 'calm', []],
  ['a network under an earlier key', { network: ['new name', 'home'] }, {}, 'calm', []],
];

describe('how unusual a sign-in is', () => {
  it.each(table)('%s', (_, here, before, level, because) => {
    expect(assess({ ...visit, ...here }, { ...usual, ...before })).toEqual({ level, because });
  });

  it('never falls with one more signal', () => {
    const rank = (here: Partial<RiskVisit>, before: Partial<RiskHistory>) =>
      riskLevels.indexOf(assess({ ...visit, ...here }, { ...usual, ...before }).level);
    const visits: readonly Partial<RiskVisit>[] = [{}, { network: ['cafe'] }, { country: 'FR' }, abroad];
    const signals: readonly Partial<RiskHistory>[] = [
      { knowsBrowser: false },
      { wrongPasswords: 10 },
      { wayAddedAt: now - hour },
      { recoveredAt: now - hour },
    ];
    fc.assert(
      fc.property(fc.constantFrom(...visits), fc.subarray([...signals]), fc.constantFrom(...signals), (here, some, one) => {
        const before = Object.assign({}, ...some) as Partial<RiskHistory>;
        expect(rank(here, { ...before, ...one })).toBeGreaterThanOrEqual(rank(here, before));
        expect(rank({ ...here, network: ['cafe'] }, before)).toBeGreaterThanOrEqual(rank(here, before));
      }),
    );
  });
});
