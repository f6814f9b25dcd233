import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { chooseNotices, putNoticesBack, readNoticeSettings, silencedFirst } from './notice-settings.ts';

let core: TestCore;

beforeAll(async () => {
  core = await openTestCore();
});
afterAll(() => core.close());

const mail = { channel: 'email', address: 'anna@example.com' } as const;
const sms = { channel: 'sms', address: '13800138000' } as const;
const both = { ...usualChoice, signIns: { mail: true, sms: true } };
const bySms = { ...usualChoice, signIns: { mail: false, sms: true } };

it.each([
  ['text messages', both, usualChoice, [sms, mail]],
  ['mail', both, bySms, [mail, sms]],
  ['nothing', usualChoice, both, [mail, sms]],
] as const)('a change of the choice that silences %s is told there first', (_, before, after, told) => {
  expect(silencedFirst([mail, sms], { before, after })).toEqual(told);
});

it.each([
  ['names the settings that it changes', [both], ['notices']],
  ['names no settings that stand as before', [both, usualChoice], []],
] as const)('a freeze %s', async (_, chosen, named) => {
  const { db, clock } = core;
  const { id: accountId } = await core.account({});
  const since = clock.now();
  for (const groups of chosen) {
    clock.advance(1);
    await chooseNotices(db, { accountId, before: await readNoticeSettings(db, accountId), groups, at: clock.now() });
  }
  expect(await putNoticesBack(db, { accountId, since, at: clock.now() })).toEqual(named);
  expect((await readNoticeSettings(db, accountId)).groups).toEqual(usualChoice);
});
