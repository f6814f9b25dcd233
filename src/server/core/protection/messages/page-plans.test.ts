import { afterAll, beforeAll, expect, it } from 'vitest';
import { activityEvents } from '#contract/protection/activity/activity.words.ts';
import { activityQuery } from '#server/core/protection/activity/activity.ts';
import { planOf } from '#server/testing/costs/query-plan.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { messagesQuery } from './sent-messages.repository.ts';

let core: TestCore;

beforeAll(async () => {
  core = await openTestCore();
});

afterAll(async () => {
  await core.close();
});

const whose = { accountId: 'somebody', since: 1 };
const before = { at: 2, id: 'row' };

it.each([
  [
    'the first page of activity',
    'activity_by_account',
    () => activityQuery(core.db, { ...whose, before: undefined, events: activityEvents() }),
  ],
  ['a later page of a kind', 'activity_by_account', () => activityQuery(core.db, { ...whose, before, events: activityEvents('refused') })],
  ['the first page of messages', 'sent_messages_by_account', () => messagesQuery(core.db, { ...whose, before: undefined, limit: 31 })],
  ['a later page of messages', 'sent_messages_by_account', () => messagesQuery(core.db, { ...whose, before, limit: 31 })],
])('%s is read in the order of its index, without a sort', async (_, index, query) => {
  const plan = await planOf(core.db, query().compile());
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/TEMP B-TREE|Sort|SCAN audit|Seq Scan/);
});
