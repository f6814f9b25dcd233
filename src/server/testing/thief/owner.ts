import type { RemovalAct } from '#contract/acts/acts.ts';
import { socialPlatform, attached, isIn, proveAll, recover, signIn, type Hand, type RecoveryState } from './hand.ts';
import type { OwnWay } from './kinds.ts';
import { day, minute } from '#server/platform/clock.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { stolenOf } from './kinds.ts';
import type { Life } from './life.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

const kindOfContact = (contact: string): 'phone' | 'email' => (contact.includes('@') ? 'email' : 'phone');

/** Things that the owner holds while the thief has those that he took. */
export function keptHand({ owner: { hand }, kind: { theft } }: Life): Hand {
  const is = (way: OwnWay) => stolenOf(theft).includes(way);
  return {
    contacts: hand.contacts.filter((contact) => !is(kindOfContact(contact))),
    passwords: is('password') ? [] : hand.passwords,
    passkeys: is('passkey') ? [] : hand.passkeys,
    totps: hand.totps,
    codes: is('recovery') ? [] : hand.codes,
    socials: is('social') ? [] : hand.socials,
  };
}

/** Reads what came, and stops what a thief has asked for: from the message, or in a session. */
export async function lookAndStop(life: Life): Promise<void> {
  const { app } = life;
  const hand = keptHand(life);
  // The pause between two codes: the thief may just have asked for one.
  app.clock.advance(2 * minute);
  for (const contact of hand.contacts) {
    const found = (await app.outbox(contact))
      .slice(0, 8)
      .flatMap(({ link, text }) => /\/n(?:otice)?#(?:[mw]\.)?([\w-]{22})/.exec(`${link ?? ''} ${text ?? ''}`)?.[1] ?? []);
    for (const token of found) await answerStop(life, hand, token);
  }
  const { home } = life.owner;
  for (const by of ['passkey', 'password', 'code'] as const) if ((await isIn(life, home)) || (await signIn(life, home, hand, by))) break;
  const { data } = await home.post<{ id: string } | null>('/claim/status', {});
  if (typeof data !== 'object' || data === null || !('id' in data)) return;
  if ((await home.post('/claim/stop', { id: data.id })).code !== 3001) return;
  await proveAll(life, home, hand, { action: 'setPassword' });
  await home.post('/claim/stop', { id: data.id });
}

async function answerStop(life: Life, hand: Hand, token: string): Promise<void> {
  const browser = life.app.newBrowser();
  const answer = await browser.post<{ methods?: readonly { method: string }[] }>('/notice/answer', { token, answer: 'stop' });
  if (answer.code !== 3001) return;
  for (const { method } of answer.data.methods ?? []) {
    const [password] = hand.passwords;
    if (method === 'password' && password !== undefined) await browser.post('/notice/answer', { token, answer: 'stop', method, password });
    const contact = hand.contacts.find((each) => kindOfContact(each) === method);
    if (contact === undefined) continue;
    if ((await browser.post('/notice/answer', { token, answer: 'stop', method })).code !== 200) continue;
    await browser.post('/notice/answer', { token, answer: 'stop', method, code: await life.app.codeFor(contact) });
  }
}

/** Freezes by a code to a contact, present or former, before anything else. */
export async function freezeByOwner(life: Life, hand: Hand): Promise<void> {
  for (const contact of hand.contacts) {
    const browser = life.app.newBrowser();
    life.app.clock.advance(2 * minute);
    if ((await sendVisitorCode(browser, { contact, scene: 'freeze' })).code !== 200) continue;
    const [message] = (await life.app.outbox(contact)).filter(({ code }) => code !== null);
    const answer = await browser.post('/freeze', { account: contact, code: message?.code ?? '000000', why: 'unknown' });
    life.story.push(`the owner freezes: ${answer.code}`);
    if (answer.code === 200) return;
  }
}

/**
 * Gets the account back with what this hand has, and throws the thief out: by two ways at once, and on an ordinary
 * account by one and then in the session. True when the owner is in.
 */
export async function regain(life: Life, hand: Hand, without: readonly OwnWay[] = []): Promise<boolean> {
  const { app } = life;
  const present = await attached(life);
  // A former contact leads to the recovery that cleans up.
  const contacts = hand.contacts.toSorted((one, other) => Number(present.includes(one)) - Number(present.includes(other)));
  for (const contact of contacts) {
    const browser = app.newBrowser();
    const password = `Owners-${life.story.length}-Harbour`;
    const found = await recover(life, browser, hand, { contact, newPassword: password });
    life.story.push(
      `the owner recovers: ${found.at} ${found.at === 'ticket' ? found.state.independence : found.at === 'refused' ? found.why : ''}`,
    );
    if (found.at === 'ticket' && (await finishBack(life, { browser, ...found }, { hand, without, password }))) return true;
    if (found.at === 'reset') {
      hand.passwords.unshift(password);
      if (!(await signIn(life, browser, hand, 'password'))) continue;
      await cleanUp(life, browser, hand);
      return isIn(life, browser);
    }
  }
  return false;
}

async function finishBack(
  life: Life,
  { browser, ticket, state }: { readonly browser: TestBrowser; readonly ticket: string; readonly state: RecoveryState },
  { hand, without, password }: { readonly hand: Hand; readonly without: readonly OwnWay[]; readonly password: string },
): Promise<boolean> {
  // One contact that it has opens an ordinary account; less waits.
  const isSure = state.independence === 'independent';
  if (!isSure && isFrozen(state)) return waitAtDoor(life, { browser, ticket }, { hand, without, password });
  if (!isSure && life.kind.isProtected) return false;
  const keep = keptIn(state, without);
  const { code, data } = await browser.post<{ codes: readonly string[] }>('/recovery/finish', { ticket, newPassword: password, keep });
  if (code === 3017) return waitAtDoor(life, { browser, ticket }, { hand, without, password });
  if (code !== 200) return false;
  hand.passwords.unshift(password);
  if (data.codes.length > 0) hand.codes.splice(0, Infinity, ...data.codes);
  if (!isSure) await cleanUp(life, browser, hand);
  return isIn(life, browser);
}

/** Stolen things go, whatever the page proposes. */
function keptIn({ ways }: RecoveryState, without: readonly OwnWay[]): readonly string[] {
  const families: readonly string[] = without.map((way) => (way === 'recovery' ? 'recoveryCode' : way));
  return ways.filter(({ kept, family }) => kept && !families.includes(family)).map(({ id }) => id);
}

const isFrozen = ({ frozenAt }: RecoveryState) => frozenAt !== null;

/** Less than two ways from different devices get the owner in after a wait. */
async function waitAtDoor(
  life: Life,
  { browser, ticket }: { readonly browser: TestBrowser; readonly ticket: string },
  { hand, without, password }: { readonly hand: Hand; readonly without: readonly OwnWay[]; readonly password: string },
): Promise<boolean> {
  const claim = await browser.post<{ claim: string }>('/recovery/claim', { ticket });
  life.story.push(`the owner waits: ${claim.code}`);
  if (claim.code !== 200) return false;
  life.app.clock.advance(3 * day + minute);
  await life.app.wiring.jobs.claims.run();
  const due = await browser.post<RecoveryState>('/recovery/prove', { ticket: claim.data.claim });
  const body = { ticket: claim.data.claim, newPassword: password, keep: keptIn(due.data, without) };
  const finished = await browser.post<{ codes: readonly string[] }>('/recovery/finish', body);
  life.story.push(`the owner ends the wait: ${finished.code}`);
  if (finished.code !== 200) return false;
  hand.passwords.unshift(password);
  if (finished.data.codes.length > 0) hand.codes.splice(0, Infinity, ...finished.data.codes);
  const home = life.app.newBrowser();
  if (!(await isIn(life, browser)) && !(await signIn(life, home, hand, 'password'))) return false;
  const inside = (await isIn(life, browser)) ? browser : home;
  await cleanUp(life, inside, hand);
  return isIn(life, inside);
}

/** Takes out, in a session, whatever is not the owner's. */
async function cleanUp(life: Life, browser: TestBrowser, hand: Hand): Promise<void> {
  const own = new Set(hand.passkeys.map(({ id }) => id));
  await proveAll(life, browser, hand, { action: 'endOthers' });
  await browser.post('/device/unBindOthers', {});
  for (const contact of await attached(life))
    if (!hand.contacts.includes(contact)) await removeContact(life, browser, hand, kindOfContact(contact));
  const { data: passkeys } = await browser.get<{ passkeys: readonly { id: string }[]; signals: { credentialIds: readonly string[] } }>(
    '/passkey/list',
  );
  for (const [index, { id }] of passkeys.passkeys.entries()) {
    if (own.has(passkeys.signals.credentialIds[index] ?? '')) continue;
    await proveAll(life, browser, hand, { action: 'removePasskey', target: id });
    if ((await browser.post('/passkey/remove', { id })).code !== 200)
      await removeSlowly(life, browser, hand, { action: 'removePasskey', target: id });
  }
  const { data: steps } = await browser.get<{ totp: readonly { id: string }[] }>('/two-step');
  for (const { id } of steps.totp.slice(hand.totps.length)) {
    await proveAll(life, browser, hand, { action: 'removeTotp' });
    if ((await browser.post('/totp/remove', { id })).code !== 200)
      await removeSlowly(life, browser, hand, { action: 'removeTotp', target: id });
  }
  if (hand.socials.length > 0) return;
  await proveAll(life, browser, hand, { action: 'unbindSocial', target: socialPlatform });
  await browser.post('/platform/unbind', { platform: socialPlatform });
}

/** With less than two ways from different devices, a removal waits. */
async function removeSlowly(
  life: Life,
  browser: TestBrowser,
  hand: Hand,
  removal: { readonly action: RemovalAct; readonly target?: string },
): Promise<void> {
  if ((await browser.post('/claim/wait', { ...removal })).code !== 200) return;
  life.app.clock.advance(day + minute);
  await life.app.wiring.jobs.claims.run();
  for (const by of ['passkey', 'password', 'code'] as const)
    if ((await isIn(life, browser)) || (await signIn(life, browser, hand, by))) return;
}

/** Puts the owner's own in its place, or takes it out. */
async function removeContact(life: Life, browser: TestBrowser, hand: Hand, kind: 'phone' | 'email'): Promise<void> {
  const own = hand.contacts.find((contact) => kindOfContact(contact) === kind);
  const name = kind === 'email' ? 'Email' : 'Phone';
  if (own === undefined) {
    await proveAll(life, browser, hand, { action: `unbind${name}` });
    if ((await browser.post(`/update/${kind}`, { [kind]: '' })).code !== 200)
      await removeSlowly(life, browser, hand, { action: `unbind${name}` });
    return;
  }
  await proveAll(life, browser, hand, { action: `change${name}`, target: own });
  const channel = kind === 'email' ? 'email' : 'sms';
  const sent = await browser.post(`/captcha/account/${channel}/send/login`, { scene: 'bind', [kind]: own });
  if (sent.code === 200) await browser.post(`/update/${kind}`, { [kind]: own, code: await life.app.codeFor(own) });
}
