import { randomInt } from 'node:crypto';
import { addPasskey, beginPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import { freshEmail } from '#server/testing/people/people.ts';
import { accountCode } from '#server/testing/people/proving.ts';
import { approve, visitPlatform } from '#server/testing/people/social.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { ok, prove, signIn, word, type Living } from './living.ts';

/** A passkey with a name, which is used and of which a copy turns up. */
export async function makePasskey(app: TestApp, { browser, password, known }: Living): Promise<void> {
  const { id, authenticator } = await addPasskey({ browser, password }, { counts: true });
  known['passkey'] = word('passkey');
  await ok(browser.post('/passkey/rename', { id, name: known['passkey'] }));
  for (let times = 0; times < 2; times += 1) await ok(signInByPasskey(app.newBrowser(), { authenticator }));
  const copy = app.newBrowser();
  await copy.post('/login/passkey', { credential: authenticator.assert(await beginPasskey(copy), { counter: 1 }) });
}

/** One link started while signed in, one that waited in a visitor's browser, and one that is unfinished. */
export async function bindPlatforms(app: TestApp, living: Living): Promise<void> {
  const { browser, known } = living;
  const person = `p${randomInt(1e9)}`;
  known['platformName'] = `山雀_${person}`;
  await prove(living);
  const begun = await ok(browser.get<{ url: string }>('/platform/bind?platform=weibo'));
  await ok(browser.post('/platform/bind', { platform: 'weibo', ...(await approve(begun.url, person)) }));
  const back = await visitPlatform(browser, { platform: 'qq', person, query: '&redirect=%2Fpc-security' });
  const pending = await ok(browser.post<{ platform_key: string }>('/oauth2/platform/user/login', { ...back }));
  await prove(living, { action: 'bindSocial', target: 'qq' });
  await ok(browser.post('/platform/bind', { platform: 'qq', platform_key: pending.platform_key }));
  const { sealed } = await app.db
    .q()
    .selectFrom('social_grants')
    .select('sealed')
    .where('account_id', '=', living.accountId)
    .executeTakeFirstOrThrow();
  known['platformToken'] = app.wiring.keyring.open('social-grant', sealed);
  await prove(living);
  await ok(browser.get('/platform/bind?platform=wechat'));
  await signIn(app, living);
}

/** An email other than that of the merge, with notices to both. */
export async function changeContacts(app: TestApp, living: Living): Promise<void> {
  const email = freshEmail();
  await prove(living);
  const code = await accountCode(app, living.browser, { contact: email, scene: 'bind' });
  await ok(living.browser.post('/update/email', { email, code }));
  living.known['email'] = email;
}
