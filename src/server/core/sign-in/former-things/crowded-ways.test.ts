/** An account keeps so many former ways: which of them make room for others. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFormerWayRows, formerWaysPerAccount, type FormerWayRow } from '#server/core/sign-in/ways/former-ways.repository.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';

/** Fates of a way, from the one that goes first. */
const fates = {
  void: { left_by: 'removed', taken_until: 9, outcome: 'dropped' },
  out: { left_by: 'put-out', taken_until: null, outcome: null },
  former: { left_by: 'replaced', taken_until: null, outcome: null },
  taken: { left_by: 'replaced', taken_until: 9, outcome: null },
} as const satisfies Readonly<Record<string, Pick<FormerWayRow, 'left_by' | 'taken_until' | 'outcome'>>>;

type Fate = keyof typeof fates;

let core: TestCore;
let accountId = '';
let at = 0;

beforeAll(async () => {
  core = await openTestCore();
  ({ id: accountId } = await core.account({ phone: '13800138000' }));
});
afterAll(() => core.close());
beforeEach(async () => {
  await core.db.q().deleteFrom('former_ways').execute();
});

async function leave(fate: Fate, times: number): Promise<void> {
  const rows = createFormerWayRows(core.db);
  for (let n = 0; n < times; n += 1) {
    at += 1;
    const way = { way: `password:${at}`, family: 'password', sealed: '', was: '', added_at: at, root: '', left_at: at } as const;
    await rows.insert({ id: `${fate} ${at}`, account_id: accountId, left_roots: '[]', session: '', ...way, ...fates[fate] });
  }
}

async function counts(): Promise<Readonly<Record<string, number>>> {
  const rows = await core.db.q().selectFrom('former_ways').select('id').execute();
  const found = Object.groupBy(rows, ({ id }) => id.split(' ')[0] ?? '');
  return Object.fromEntries(Object.entries(found).map(([fate, own = []]) => [fate, own.length]));
}

it.each(['void', 'out', 'former'] as const)('what another root took out stays, however often ways leave that are %s', async (fate) => {
  await leave('taken', 5);
  await leave(fate, 2 * formerWaysPerAccount);
  expect(await counts()).toEqual({ taken: 5, [fate]: formerWaysPerAccount - 5 });
});

it.each(['out', 'former', 'taken'] as const)('what is void makes room for what is %s', async (fate) => {
  await leave(fate, 5);
  await leave('void', 2 * formerWaysPerAccount);
  expect(await counts()).toEqual({ [fate]: 5, void: formerWaysPerAccount - 5 });
});

it.each(['out', 'former', 'taken'] as const)(
  'what had been there before stays, however often ways come and go that are %s',
  async (fate) => {
    await leave(fate, 1);
    const [before] = await core.db.q().selectFrom('former_ways').select('id').execute();
    await leave(fate, 2 * formerWaysPerAccount);
    const rows = await core.db.q().selectFrom('former_ways').select('id').execute();
    expect(rows).toHaveLength(formerWaysPerAccount);
    expect(rows).toContainEqual(before);
  },
);
