import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
import { addPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import { goodPassword } from '#server/testing/people/people.ts';
import { actingLink, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { openStage, type OpenStage } from '#server/testing/open-stage.ts';
import { byCode, byPassword, finish, freezeByCode, fresh, must, oldOwner, provePassword } from '#server/testing/stage.ts';

/** Anybody with one thing may freeze, and may lie about what was stolen. */
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
  it('keeps the owner of two things out for a day, not for good', async () => {
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    must(await byPassword(thief, owner.phone));
    must(await thief.post('/account/freeze', { why: 'phone' }));
    const browser = stage.newBrowser();
    const begun = await byCode(stage, browser, owner.phone);
    must(begun, 3016);
    const back = { browser, ticket: begun.data.ticket };
    const proven = await provePassword(back, goodPassword);
    expect(proven.data).toMatchObject({ independence: 'shared' });
    expect(await browser.post('/recovery/finish', { ticket: back.ticket, newPassword: fresh, keep: [] })).toMatchObject({ code: 3017 });
    must(await browser.post('/recovery/claim', { ticket: back.ticket }));
    await passes(day + 1);
    await finish({ browser, ticket: await actingLink(stage.app, owner.phone, 'recover') });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });

  it('does not take the phone its word in a wait: the owner stops it by SMS', async () => {
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

  it('is right about a thief of the phone alone, who gets nothing by it', async () => {
    const owner = await oldOwner(stage);
    await freezeByCode(stage, stage.newBrowser(), { contact: owner.email, why: 'phone' });
    const thief = stage.newBrowser();
    const begun = await byCode(stage, thief, owner.phone);
    must(begun, 3016);
    const { data } = await thief.post<RecoveryAnswer>('/recovery/prove', { ticket: begun.data.ticket });
    expect(data).toMatchObject({ independence: 'none' });
    expect(await thief.post('/recovery/claim', { ticket: begun.data.ticket })).toMatchObject({ code: 3017 });
  });
});

describe('the end of a freeze', () => {
  it('leaves out what a thief added before the days that the freeze sets aside', async () => {
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    must(await byPassword(thief, owner.phone));
    const passkey = await addPasskey({ browser: thief, password: goodPassword });
    await passes(20 * day);
    const browser = stage.newBrowser();
    const ticket = await freezeByCode(stage, browser, { contact: owner.phone, why: 'unknown' });
    const { data } = await provePassword({ browser, ticket }, goodPassword);
    expect(data.independence).toBe('independent');
    expect(data.ways.filter(({ family }) => family === 'passkey')).toMatchObject([{ kept: false, aside: false }]);
    await finish({ browser, ticket });
    expect(await signInByPasskey(stage.newBrowser(), passkey)).toMatchObject({ code: 3025 });
  });

  it('comes by two things although a thief waits by one', async () => {
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    const ticket = await freezeByCode(stage, thief, { contact: owner.email, why: 'phone' });
    must(await thief.post('/recovery/claim', { ticket }));
    const browser = stage.newBrowser();
    const begun = await byCode(stage, browser, owner.phone);
    const back = { browser, ticket: begun.data.ticket };
    must(await provePassword(back, goodPassword));
    must(await browser.post('/recovery/claim', { ticket: back.ticket }));
    await passes(day + 1);
    expect(await thief.post('/recovery/finish', { ticket, newPassword: fresh, keep: [] })).not.toMatchObject({ code: 200 });
    await finish({ browser, ticket: await actingLink(stage.app, owner.phone, 'recover') });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });
});
