import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '#server/platform/clock.ts';
import { freshEmail, goodPassword, signUp } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail, askReset, sendVisitorCode } from '#server/testing/people/proving.ts';
import { actingLink } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
});

afterAll(async () => {
  await app.close();
});

async function oldOwner() {
  const { contact: phone, browser } = await signUp(app);
  const id = await accountIdOf(app, phone);
  const email = freshEmail();
  await addEmail(app, id, email);
  app.clock.advance(60 * day);
  await browser.post('/login/password', { account: phone, password: goodPassword });
  return { id, phone, email, browser };
}

const scenes = async (contact: string) => (await app.outbox(contact)).map(({ scene }) => scene);
const count = async (contact: string) => (await scenes(contact)).filter((scene) => scene === 'recoveryBegun').length;

const ask = async (contact: string) => {
  app.clock.advance(2 * minute);
  return sendVisitorCode(app.newBrowser(), { contact, scene: 'reset' });
};

const notMe = (token: string, rest: object = {}) => app.newBrowser().post('/notice/answer', { token, answer: 'not-me', ...rest });

describe('a code for a new password', () => {
  it('is told to the other contact once a day, and stands in the activity', async () => {
    const owner = await oldOwner();
    for (let n = 0; n < 3; n++) expect(await ask(owner.phone)).toMatchObject({ code: 200 });
    expect(await count(owner.email)).toBe(1);
    expect(await count(owner.phone)).toBe(0);
    const { data } = await owner.browser.get<{ items: readonly { event: string }[] }>('/account/activity');
    expect(data.items.filter(({ event }) => event === 'recovery.begun')).toHaveLength(1);
    app.clock.advance(day);
    await ask(owner.phone);
    expect(await count(owner.email)).toBe(2);
  });

  it('dies with its link by ‘That wasn’t me’, which leaves the account as it is and still freezes it', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    const { code, token: byMail } = await askReset(app, thief, owner.email);
    const token = await actingLink(app, owner.phone, 'n');
    expect(await app.newBrowser().post('/notice/read', { token })).toMatchObject({ data: { event: { ends: 'recovery', frozen: false } } });
    expect(await notMe(token)).toMatchObject({ code: 200, data: { answer: 'not-me' } });
    const body = { email: owner.email, newPassword: 'violet-7-Harbour-x' };
    expect(await thief.post('/password/reset/reset_password/email', { ...body, code })).toMatchObject({ code: 1004 });
    const byLink = { token: byMail, newPassword: body.newPassword };
    expect((await thief.post('/password/reset/reset_password/email', byLink)).code).not.toBe(200);
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(await notMe(token, { also: 'freeze' })).toMatchObject({ code: 200, data: { sessions: 1 } });
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  });

  it('makes as many links for nobody, and delivers no message', async () => {
    const owner = await oldOwner();
    const made = async (contact: string) => {
      const links = async () => (await app.db.q().selectFrom('links').select('id').execute()).length;
      await app.outbox(contact);
      const before = await links();
      app.clock.advance(2 * minute);
      const answer = await sendVisitorCode(app.newBrowser(), { contact, scene: 'reset' });
      return [(await links()) - before, answer.code, answer.data];
    };
    const nobody = freshEmail();
    expect(await made(nobody)).toEqual(await made(owner.email));
    expect(await app.outbox(nobody)).toEqual([]);
  });
});

describe('wrong passwords', () => {
  it('are told by the tenth of a day, once, and there is nothing to end but a freeze', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    for (let n = 0; n < 12; n++) {
      await thief.post('/login/password', { account: owner.phone, password: 'wrong-1-Harbour' });
      // Else the worker's lease lapses in the middle of a message.
      await app.outbox(owner.email);
      app.clock.advance(16 * minute);
    }
    expect((await scenes(owner.email)).filter((scene) => scene === 'failedSignIns')).toHaveLength(1);
    expect(await scenes(owner.phone)).not.toContain('failedSignIns');
    const token = await actingLink(app, owner.email, 'notice');
    const read = await app.newBrowser().post('/notice/read', { token });
    expect(read).toMatchObject({ data: { event: { ends: 'nothing', what: expect.any(String) } } });
    expect(await notMe(token)).toMatchObject({ code: 200, data: { answer: 'not-me' } });
    const known = { account: owner.phone, password: goodPassword };
    expect(await owner.browser.post('/login/password', known)).toMatchObject({ code: 200 });
    expect(await notMe(token, { also: 'freeze' })).toMatchObject({ code: 200, data: { frozenAt: expect.any(String) } });
    expect(await owner.browser.post('/login/password', known)).toMatchObject({ code: 3016 });
  });
});
