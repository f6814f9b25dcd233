import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from '#server/core/protection/audit/audit.table.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { countRowsOf } from './kept-data.repository.ts';

let core: TestCore;

beforeAll(async () => {
  core = await openTestCore();
});
afterAll(() => core.close());

it.each([2, 9])('rows that their person may not have take no place among the first %j', async (limit) => {
  const { db, clock } = core;
  const { id: accountId } = await core.account({});
  const origin = { clientIp: '', requestId: '' };
  const before = (await countRowsOf(db, audit, { accountId, at: clock.now(), retention: {}, limit: 100 })).count;
  for (const act of ['data.hold', 'data.hold', 'user.look', 'user.look', 'user.look'])
    await core.audit.record({ event: 'approval.asked', accountId, origin, detail: { act } });
  const { count } = await countRowsOf(db, audit, { accountId, at: clock.now(), retention: {}, limit });
  expect(count).toBe(Math.min(limit, before + 3));
});
