import { randomInt } from 'node:crypto';
import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { day, hour } from '#server/platform/clock.ts';
import { addPasskey } from '#server/testing/people/passkeys.ts';
import { freshEmail, freshPhone, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail, takePasswordAway } from '#server/testing/people/proving.ts';
import { approve } from '#server/testing/people/social.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { emptyHand, signIn, socialPlatform, standing, type Hand, type Prize } from './hand.ts';
import { randomOf, stolenOf, type LifeKind, type Look, type OwnWay } from './kinds.ts';
import type { Life } from './life.ts';

export interface NewLife {
  readonly kind: LifeKind;
  readonly look: Look;
  readonly seed: number;
  readonly freezesFirst?: boolean;
  readonly triesLater?: boolean;
}

/** An owner with ways of sixty days, and a thief who has just taken one thing. */
export async function newLife(app: TestApp, { kind, look, seed, ...course }: NewLife): Promise<Life> {
  const has = (way: OwnWay) => kind.ways.includes(way);
  const person = await signUp(app, has('phone') ? {} : { email: freshEmail() });
  const accountId = await accountIdOf(app, person.contact);
  const prize = { app, accountId, number: (await readAccount(app.wiring.core.identity, accountId)).number };
  const hand = await giveWays(prize, person, has);
  if (kind.isProtected) await protect(prize, has);
  if (!has('password')) await takePasswordAway(app, prize.accountId);
  app.clock.advance(60 * day);
  for (const by of ['password', 'passkey', 'code', 'social'] as const) if (await signIn(prize, person.browser, hand, by)) break;
  app.clock.advance(hour);
  const own: Hand = { ...emptyHand(), contacts: [freshPhone(), freshEmail()], socials: [freshSocial()] };
  const thief = {
    hand: steal(hand, own, { ...kind, fillsIn: seed % 2 === 0 }),
    own,
    browsers: [app.newBrowser()],
    tickets: [],
    locked: kind.theft === 'passkey' ? [] : [...hand.passkeys],
    seen: await spendOne(prize, hand),
    claims: 0,
    isByClaim: false,
    passwords: 0,
    refreshTokens: [],
    legacy: undefined,
  };
  const [browser] = thief.browsers;
  if (isSession(kind)) for (const [name, value] of person.browser.cookies) browser?.cookies.set(name, value);
  return {
    ...prize,
    kind,
    look,
    random: randomOf(seed),
    freezesFirst: course.freezesFirst ?? false,
    triesLater: course.triesLater ?? false,
    owner: { hand, home: person.browser },
    thief,
    stood: await standing(prize),
    lookAt: app.clock.now() + 2 * day,
    story: [],
  };
}

const isSession = ({ theft }: LifeKind) => theft === 'session' || theft === 'laptop';

/** The owner has used a code on paper, and somebody saw it. */
async function spendOne({ app, accountId }: Prize, { codes }: Hand): Promise<readonly string[]> {
  const { recoveryCodes } = app.wiring.core.evidence;
  const used = codes.splice(0, 1);
  for (const code of used) {
    const found = await recoveryCodes.find({ id: accountId }, code);
    if (found === undefined || !(await recoveryCodes.spend(found))) throw new Error('a code does not work');
  }
  return used;
}

const freshSocial = () => `person${randomInt(1_000_000_000)}`;

async function giveWays({ app, accountId }: Prize, person: Person, has: (way: OwnWay) => boolean): Promise<Hand> {
  const hand: Hand = { ...emptyHand(), contacts: [person.contact], passwords: has('password') ? [person.password] : [] };
  const { evidence } = app.wiring.core;
  const account = { id: accountId };
  const at = app.clock.now();
  if (has('phone') && has('email')) {
    const email = freshEmail();
    await addEmail(app, accountId, email);
    hand.contacts.push(email);
  }
  if (has('passkey')) hand.passkeys.push((await addPasskey(person)).authenticator);
  if (has('social')) hand.socials.push(await bindSocial(person));
  if (has('recovery')) hand.codes.push(...(await evidence.recoveryCodes.make(account, { at })).codes);
  if (has('totp')) {
    const { id, secret } = await evidence.totp.begin(account, { name: '', at, session: 'set-up' });
    const right = await evidence.totp.findNew(account, { id, session: 'set-up', code: totpCode(secret, totpStep(at)) });
    if (right === undefined || !(await evidence.totp.confirm(right, { untilFinish: false }))) throw new Error('no authenticator app');
    hand.totps.push(secret);
  }
  return hand;
}

async function bindSocial({ browser, password }: Person): Promise<string> {
  const person = freshSocial();
  await browser.post('/account/auth', { method: 'password', password });
  const begun = await browser.get<{ url: string }>(`/platform/bind?platform=${socialPlatform}`);
  const bound = await browser.post('/platform/bind', { platform: socialPlatform, ...(await approve(begun.data.url, person)) });
  if (bound.code !== 200) throw new Error(`no social account: ${bound.text}`);
  return person;
}

/** Codes in messages are a second step only for an owner without an app and a passkey. */
async function protect({ app, accountId }: Prize, has: (way: OwnWay) => boolean): Promise<void> {
  const needsMessages = !has('passkey') && !has('totp');
  const methods = needsMessages ? (['phone', 'email'] as const).filter(has) : [];
  await setTwoStep(app.db, accountId, { since: app.clock.now(), methods });
}

/** Things that the thief holds: his own, and those that he took. */
function steal(owners: Hand, own: Hand, { theft, fillsIn }: LifeKind & { readonly fillsIn: boolean }): Hand {
  // Not every browser fills in the password.
  const is = (way: OwnWay) => stolenOf(theft).includes(way) && (theft !== 'session' || fillsIn);
  return {
    contacts: [...own.contacts, ...owners.contacts.filter((contact) => is(contact.includes('@') ? 'email' : 'phone'))],
    passwords: is('password') ? [...owners.passwords] : [],
    passkeys: is('passkey') ? [...owners.passkeys] : [],
    totps: [],
    // The sheet is one: what he uses is used.
    codes: is('recovery') ? owners.codes : [],
    // His own leads nowhere before he has bound it.
    socials: is('social') ? [...owners.socials] : [],
  };
}
