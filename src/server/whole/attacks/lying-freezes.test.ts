// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
import { addPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import { freshPhone, goodPassword } from '#server/testing/people/people.ts';
import { accountCode, sendVisitorCode } from '#server/testing/people/proving.ts';
import { actingLink, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { openStage, type OpenStage } from '#server/testing/open-stage.ts';
import { byCode, byPassword, finish, freezeByCode, fresh, must, oldOwner, provePassword, resetBy } from '#server/testing/stage.ts';

/** Anybody with one way may freeze, whatever they say of it, and keeps nobody out by it. */
let stage: OpenStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage.close();
});

async function passes(ms: number): Promise<void> {
  stage.app.clock.advance(ms);
  await stage.app.wiring.jobs.claims.run();
}

describe('a thief who freezes and calls the phone stolen', () => {
  it('keeps the owner of two things out for no moment', async () => {
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    must(await byPassword(thief, owner.phone));
    must(await thief.post('/account/freeze', { why: 'phone' }));
    const browser = stage.newBrowser();
    const begun = await byCode(stage, browser, owner.phone);
    must(begun, 3016);
    const back = { browser, ticket: begun.data.ticket };
    const proven = await provePassword(back, goodPassword);
    expect(proven.data).toMatchObject({ independence: 'independent' });
    await finish(back);
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });

  it('waits by the mailbox, and the owner stops it by SMS', async () => {
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    const ticket = await freezeByCode(stage, thief, { contact: owner.email, why: 'phone' });
    must(await thief.post('/recovery/claim', { ticket }));
    const token = await actingLink(stage.app, owner.phone, 'n');
    expect(await stage.newBrowser().post('/notice/answer', { token, answer: 'stop' })).toMatchObject({
      code: 200,
      data: { state: 'stopped' },
    });
    await passes(72 * hour + 1);
    expect(await thief.post('/recovery/finish', { ticket, newPassword: fresh, keep: [] })).not.toMatchObject({ code: 200 });
  });

  it('does not end the wait of an owner of two on one device, nor keep them out by a stop', async () => {
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    must(await byPassword(thief, owner.phone));
    const browser = stage.newBrowser();
    const ticket = await freezeByCode(stage, browser, { contact: owner.email, why: 'unknown' });
    const { data } = await browser.post<RecoveryAnswer>('/recovery/prove', { ticket, method: 'password', password: goodPassword });
    expect(data).toMatchObject({ independence: 'shared' });
    must(await browser.post('/recovery/claim', { ticket }));
    // The thief of the password waits beside it, and cannot stop two.
    const begun = await byPassword(thief, owner.phone);
    must(begun, 3016);
    must(await thief.post('/recovery/claim', { ticket: begun.data.ticket }));
    await passes(day + 1);
    await finish({ browser, ticket: await actingLink(stage.app, owner.email, 'recover') });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(await thief.post('/claim/status', {})).toMatchObject({ data: { state: 'void' } });
  });
});

describe('the old SIM of an owner who changed the phone', () => {
  it('freezes, and is worth a wait that every other way stops; the owner who stops it is not shut out', async () => {
    const owner = await oldOwner(stage);
    must(await byPassword(owner.browser, owner.phone));
    const phone = await changePhone(owner);
    // Its holder freezes by the message of the change, and waits.
    const link = await actingLink(stage.app, owner.phone, 'n');
    must(await stage.newBrowser().post('/notice/answer', { token: link, answer: 'not-me' }));
    const thief = stage.newBrowser();
    const begun = await resetBy(stage, thief, { contact: owner.phone, password: fresh });
    must(begun, 3016);
    const ticket = (begun.data as { ticket: string }).ticket;
    must(await thief.post('/recovery/claim', { ticket }));
    const token = await actingLink(stage.app, owner.email, 'notice');
    must(await stage.newBrowser().post('/notice/answer', { token, answer: 'stop' }));
    // The mailbox and the password of the owner, who stopped it: the old SIM does not stop two.
    const browser = stage.newBrowser();
    const back = await byCode(stage, browser, owner.email);
    must(back, 3016);
    must(await provePassword({ browser, ticket: back.data.ticket }, goodPassword));
    must(await browser.post('/recovery/claim', { ticket: back.data.ticket }));
    const theirs = await actingLink(stage.app, owner.phone, 'n');
    must(await stage.newBrowser().post('/notice/answer', { token: theirs, answer: 'stop' }), 3001);
    await passes(day + 1);
    const due = await actingLink(stage.app, owner.email, 'recover');
    const { data } = await browser.post<RecoveryAnswer>('/recovery/prove', { ticket: due });
    const keep = data.ways.filter(({ former }) => former === null).map(({ id }) => id);
    must(await browser.post('/recovery/finish', { ticket: due, newPassword: fresh, keep }));
    expect(await browser.get('/account/metainfo')).toMatchObject({
      data: { encryptPhoneNumber: expect.stringContaining(phone.slice(-4)) },
    });
    // Its former ways freeze nothing, neither by an earlier link nor by a code.
    expect(await stage.newBrowser().post('/notice/answer', { token: link, answer: 'not-me' })).toMatchObject({ code: 1022 });
    expect(await freezeBy(owner.phone)).not.toMatchObject({ code: 200 });
  });

  async function freezeBy(contact: string) {
    const browser = stage.newBrowser();
    await sendVisitorCode(browser, { contact, scene: 'freeze' });
    const code = await stage.app.codeFor(contact).catch(() => '000000');
    return browser.post('/freeze', { account: contact, code });
  }

  async function changePhone(owner: { readonly browser: Awaited<ReturnType<typeof oldOwner>>['browser'] }): Promise<string> {
    const phone = freshPhone();
    must(await owner.browser.post('/account/auth', { method: 'password', password: goodPassword, action: 'changePhone', target: phone }));
    const code = await accountCode(stage.app, owner.browser, { contact: phone, scene: 'bind' });
    must(await owner.browser.post('/update/phone', { phone, code }));
    return phone;
  }
});

describe('the end of a freeze', () => {
  it('leaves out what a thief added before its days', async () => {
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    must(await byPassword(thief, owner.phone));
    const passkey = await addPasskey({ browser: thief, password: goodPassword });
    await passes(20 * day);
    const browser = stage.newBrowser();
    const ticket = await freezeByCode(stage, browser, { contact: owner.phone, why: 'unknown' });
    const { data } = await provePassword({ browser, ticket }, goodPassword);
    expect(data.independence).toBe('independent');
    expect(data.ways.filter(({ family }) => family === 'passkey')).toMatchObject([{ kept: false }]);
    await finish({ browser, ticket });
    expect(await signInByPasskey(stage.newBrowser(), passkey)).toMatchObject({ code: 3025 });
  });
});
