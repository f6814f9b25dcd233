import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeGroups, usualChoice, type NoticeChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import { day, minute } from '#server/platform/clock.ts';
import { signUpOwner, type Owner } from '#server/testing/people/owner.ts';
import { actingLink } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { provePassword } from '#server/testing/people/two-step.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

interface Chosen {
  readonly groups: NoticeChoice;
  readonly etag: string;
}

const read = async ({ browser }: Owner) => (await browser.get<Chosen>('/account/notices')).data;

const choose = ({ browser }: Owner, groups: NoticeChoice, etag: string) => browser.post<Chosen>('/account/notices', { groups, etag });

const bySms: NoticeChoice = { ...usualChoice, signIns: { mail: false, sms: true } };

/** Older than what a freeze never looks at. */
async function newOwner(): Promise<Owner> {
  const owner = await signUpOwner(app);
  app.clock.advance(day);
  return owner;
}

async function chooseSms(owner: Owner): Promise<Chosen> {
  await provePassword(owner, 'changeNotices');
  const answer = await choose(owner, bySms, (await read(owner)).etag);
  expect(answer).toMatchObject({ code: 200, data: { groups: bySms } });
  await app.wiring.jobs.outbox.drain();
  return answer.data;
}

const scenesTo = async (contact: string) => (await app.outbox(contact)).map(({ scene }) => scene);

/** The second sign-in from a network is usual, in a browser that is new. */
async function signInTwice({ phone, password }: Owner, clientIp: string): Promise<void> {
  for (let i = 0; i < 2; i += 1) {
    expect(await app.newBrowser({ clientIp }).post('/login/password', { account: phone, password })).toMatchObject({ code: 200 });
    // Messages of one moment leave in any order.
    await app.wiring.jobs.outbox.drain();
  }
}

describe('the choice of notices', () => {
  it('is mail at first, and moves what is usual; alarms come by both', async () => {
    const owner = await newOwner();
    expect(await read(owner)).toEqual({ groups: usualChoice, etag: '' });
    await signInTwice(owner, '198.51.100.20');
    expect((await scenesTo(owner.email)).slice(0, 2)).toEqual(['newBrowser', 'newPlace']);
    expect(await scenesTo(owner.phone)).not.toContain('newBrowser');
    await chooseSms(owner);
    app.clock.advance(61 * minute);
    await signInTwice(owner, '198.51.101.20');
    expect((await scenesTo(owner.phone)).slice(0, 2)).toEqual(['newBrowser', 'newPlace']);
    expect((await scenesTo(owner.email)).slice(0, 2)).toEqual(['newPlace', 'noticesChanged']);
  });

  it('takes a proof, tells everybody, first those who get no further notices, and is recorded', async () => {
    const owner = await newOwner();
    expect(await choose(owner, bySms, '')).toMatchObject({ code: 3001 });
    await chooseSms(owner);
    for (const contact of [owner.phone, owner.email]) expect((await scenesTo(contact))[0]).toBe('noticesChanged');
    const outbox = await app.wiring.pages.development?.outbox.read();
    const told = (outbox ?? []).filter(({ scene, to }) => scene === 'noticesChanged' && [owner.phone, owner.email].includes(to));
    expect(told.map(({ channel }) => channel).toReversed()).toEqual(['email', 'sms']);
    const { items } = (await owner.browser.get<{ items: { event: string }[] }>('/account/activity')).data;
    expect(items.map(({ event }) => event)).toContain('notice.settings-changed');
  });

  it('refuses a group without a channel, whatever the others are', async () => {
    const owner = await newOwner();
    for (const group of noticeGroups) {
      await provePassword(owner, 'changeNotices');
      const silent = { ...bySms, [group]: { mail: false, sms: false } };
      expect(await choose(owner, silent, '')).toMatchObject({ status: 400, data: { fields: { channels: 'required' } } });
    }
    expect((await read(owner)).groups).toEqual(usualChoice);
  });

  it('is changed by one of two who have seen the same', async () => {
    const owner = await newOwner();
    const { etag } = await chooseSms(owner);
    await provePassword(owner, 'changeNotices');
    const answers = await Promise.all([choose(owner, usualChoice, etag), choose(owner, usualChoice, etag)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412]);
    const after = await read(owner);
    expect(after.groups).toEqual(usualChoice);
    const late = answers.find(({ status }) => status === 412);
    expect(late?.data).toMatchObject({ etag: after.etag });
  });

  it('needs no proof for what stands already, and answers 304 for its ETag', async () => {
    const owner = await newOwner();
    const { etag } = await chooseSms(owner);
    expect(await choose(owner, bySms, etag)).toMatchObject({ code: 200, data: { etag } });
    const again = await owner.browser.get('/account/notices', { 'if-none-match': `"${etag}"` });
    expect(again.status).toBe(304);
  });

  it('goes back to what it was when its owner disowns the change', async () => {
    const owner = await newOwner();
    await chooseSms(owner);
    const token = await actingLink(app, owner.email, 'notice');
    expect(await app.newBrowser().post('/notice/answer', { token, answer: 'not-me' })).toMatchObject({ code: 200 });
    const row = await app.db
      .q()
      .selectFrom('notice_settings')
      .select('groups')
      .where('account_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.groups)).toEqual(usualChoice);
  });
});
