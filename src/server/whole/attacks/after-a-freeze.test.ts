import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '#server/platform/clock.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { openStage, type OpenStage } from '#server/testing/open-stage.ts';
import { newRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import { freshEmail, goodPassword, signUp } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { actingLink } from '#server/testing/people/recovering.ts';
import { approve, visitPlatform } from '#server/testing/people/social.ts';
import {
  backByCodeAndPaper,
  byPassword,
  finish,
  freezeByCode,
  freezeByMessage,
  must,
  oldOwner,
  provePaper,
} from '#server/testing/stage.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let stage: OpenStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage.close();
});

const isIn = async (browser: TestBrowser) => (await browser.get('/account/metainfo')).code === 200;

/** The freezes of the thief's lives over HTTP have more; these are about things that no thief there has. */
describe('an owner who froze the account and came back', () => {
  it('ends the tokens of an app that a thief allowed', async () => {
    const owner = await oldOwner(stage);
    must(await byPassword(owner.browser, owner.phone));
    const party = await newRelyingParty(stage.app);
    const params = { scope: 'openid profile phone offline_access', prompt: 'consent' };
    const tokens = await signInTo(stage.app, owner.browser, { party, params });
    const read = () => client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck);
    await expect(read()).resolves.toHaveProperty('sub');
    await freezeByMessage(stage, owner.email);
    expect(await isIn(await backByCodeAndPaper(stage, owner, { contact: owner.phone }))).toBe(true);
    await expect(read()).rejects.toBeInstanceOf(client.WWWAuthenticateChallengeError);
    const renewal = client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    await expect(renewal).rejects.toBeInstanceOf(client.ResponseBodyError);
  });

  it('leaves nothing to somebody who had registered the address before', async () => {
    const { app } = stage;
    const email = freshEmail();
    const thief = await signUp(app, { email, browser: stage.newBrowser() });
    app.clock.advance(2 * minute);
    must(await thief.browser.post('/account/auth', { method: 'password', password: goodPassword }));
    const person = `p${await accountIdOf(app, email)}`;
    const { data } = await thief.browser.get<{ url: string }>('/platform/bind?platform=qq');
    must(await thief.browser.post('/platform/bind', { platform: 'qq', ...(await approve(data.url, person)) }));
    const browser = stage.newBrowser();
    const ticket = await freezeByCode(stage, browser, { contact: email, why: 'password' });
    must(await browser.post('/recovery/claim', { ticket }));
    app.clock.advance(3 * day + 1);
    await app.wiring.jobs.claims.run();
    await finish({ browser, ticket: await actingLink(app, email, 'recover') });
    const visitor = stage.newBrowser();
    await visitor.post('/oauth2/platform/user/login', { ...(await visitPlatform(visitor, { platform: 'qq', person })) });
    expect(await Promise.all([browser, visitor, thief.browser].map(isIn))).toEqual([true, false, false]);
    expect(await byPassword(stage.newBrowser(), email)).not.toMatchObject({ code: 200 });
  });

  it('keeps an account whose deletion was asked for at an open laptop', async () => {
    const owner = await oldOwner(stage);
    must(await byPassword(owner.browser, owner.phone));
    must(await askDeletion(owner.browser));
    const browser = stage.newBrowser();
    const ticket = await freezeByCode(stage, browser, { contact: owner.phone, why: 'computer' });
    must(await provePaper({ browser, ticket }, owner.codes[0]));
    await finish({ browser, ticket }, ['email']);
    stage.app.clock.advance(5 * day);
    expect(await Promise.all([browser, owner.browser].map(isIn))).toEqual([true, false]);
    const { state } = await stage.app.db.q().selectFrom('accounts').select('state').where('id', '=', owner.id).executeTakeFirstOrThrow();
    expect(state).toBe('active');
  });
});
