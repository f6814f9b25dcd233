import * as client from 'openid-client';
import { day, minute } from '#server/platform/clock.ts';
import { runUsers } from '#server/admin/users.ts';
import { newRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/openid.ts';
import { freshEmail, goodPassword, signUp } from '#server/testing/people.ts';
import { accountIdOf } from '#server/testing/proving.ts';
import { actingLink } from '#server/testing/recovering.ts';
import { approve, visitPlatform } from '#server/testing/social.ts';
import {
  backByCodeAndPaper,
  byPassword,
  freezeByCode,
  freezeByMessage,
  finish,
  must,
  oldOwner,
  passwordUses,
  sessionUses,
  type Stage,
  type Story,
  type Use,
} from './stage.ts';

/** An app that got tokens reads on and renews them. */
function tokenUses(
  { config }: TestRelyingParty,
  tokens: { readonly access_token: string; readonly refresh_token?: string },
): readonly Use[] {
  const works = async (call: Promise<unknown>) => {
    try {
      await call;
      return true;
    } catch (error) {
      if (error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError) return false;
      throw error;
    }
  };
  return [
    () => works(client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck)),
    () => works(client.refreshTokenGrant(config, tokens.refresh_token ?? '')),
  ];
}

/** 4. An app gets lasting access and reads on. */
const maliciousApp: Story = async (stage) => {
  const owner = await oldOwner(stage);
  must(await byPassword(owner.browser, owner.phone));
  const party = await newRelyingParty(stage.app);
  const params = { scope: 'openid profile phone offline_access', prompt: 'consent' };
  const tokens = await signInTo(stage.app, owner.browser, { party, params });
  await freezeByMessage(stage, owner.email);
  const browser = await backByCodeAndPaper(stage, owner, { contact: owner.phone });
  return { owner: browser, thief: tokenUses(party, tokens) };
};

/** 5. Registers the victim's address first, and keeps a social account. */
const preHijacker: Story = async (stage) => {
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
  const due = await actingLink(app, email, 'recover');
  await finish({ browser, ticket: due });
  const bySocial = async () => {
    const visitor = stage.newBrowser();
    const back = await visitPlatform(visitor, { platform: 'qq', person });
    await visitor.post('/oauth2/platform/user/login', { ...back });
    return (await visitor.get('/account/metainfo')).code === 200;
  };
  return { owner: browser, thief: [bySocial, ...sessionUses(thief.browser), ...passwordUses(stage, email, [goodPassword])] };
};

/** 6. Somebody of the staff looks, freezes, and tries to open the account alone. */
const insider: Story = async (stage) => {
  const { app } = stage;
  const owner = await oldOwner(stage);
  must(await byPassword(owner.browser, owner.phone));
  const staff = (verb: string) => {
    const deps = { config: app.config, db: app.db, keyring: app.wiring.keyring, clock: app.clock };
    const order = ['--reason', 'abuse', '--case', 'CASE-12', '--operator', 'insider'];
    return runUsers(deps, ['users', ...verb.split(' '), owner.id, ...order]);
  };
  await staff('find');
  app.clock.advance(minute);
  const { data } = await owner.browser.get<{ items: readonly { event: string; reason: string }[] }>('/account/access');
  if (!data.items.some(({ event, reason }) => event === 'operator.looked' && reason === 'abuse')) throw new Error('nobody saw the look');
  await staff('freeze');
  const tried = (verb: string) => async () => {
    try {
      await staff(verb);
    } catch {
      return false;
    }
    return !(await isFrozen(stage, owner.id));
  };
  if (await tried('unfreeze')()) throw new Error('one of the staff opened the account');
  const browser = await backByCodeAndPaper(stage, owner, { contact: owner.phone });
  return { owner: browser, thief: [tried('unfreeze'), tried('unfreeze --force'), ...sessionUses(owner.browser)] };
};

async function isFrozen({ app }: Stage, id: string): Promise<boolean> {
  const { frozen_at: at } = await app.db.q().selectFrom('accounts').select('frozen_at').where('id', '=', id).executeTakeFirstOrThrow();
  return at !== null;
}

/** 10. Has the owner type the code of a device of theirs. */
const devicePhisher: Story = async (stage) => {
  const { app } = stage;
  const owner = await oldOwner(stage);
  must(await byPassword(owner.browser, owner.phone));
  const party = await newRelyingParty(app, { kind: 'native', redirectUris: [], deviceGrant: true, system: true });
  const asked = await client.initiateDeviceAuthorization(party.config, { device_name: 'TV', hardware_id: 'hw-9', scope: 'openid profile' });
  must(await owner.browser.post('/openid/device/allow', { userCode: asked.user_code, scopes: ['profile'] }));
  app.clock.advance(6000);
  const tokens = await client.genericGrantRequest(party.config, 'urn:ietf:params:oauth:grant-type:device_code', {
    device_code: asked.device_code,
  });
  await freezeByMessage(stage, owner.email);
  const browser = await backByCodeAndPaper(stage, owner, { contact: owner.phone });
  return { owner: browser, thief: tokenUses(party, tokens) };
};

/** Stories of thieves who have others or an app act for them. */
export const accomplices: Readonly<Record<string, Story>> = {
  '4 a malicious app': maliciousApp,
  '5 somebody who registered the address first': preHijacker,
  '6 an insider': insider,
  '10 a phisher with the code of a device': devicePhisher,
};
