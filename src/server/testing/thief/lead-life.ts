import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { day, hour } from '#server/platform/clock.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { Act } from './act.ts';
import { lastActs, thiefActs } from './acts.ts';
import { hasAccess } from './further-acts.ts';
import { isIn, standing } from './hand.ts';
import { areIndependent, lifeKinds, randomOf, stolenOf, type LifeKind, type Look, type OwnWay } from './kinds.ts';
import { pickOf, type Life } from './life.ts';
import { newLife } from './new-life.ts';
import { freezeByOwner, keptHand, lookAndStop, regain } from './owner.ts';
import { longPeriodMs } from '#server/core/sign-in/ways/way.ts';

/** Half of the acts follow at once, while a proof still counts. */
const waits = [0, 0, 0, 0, 0, 0, 0, hour, 5 * hour, 12 * hour, day, 2 * day, 4 * day, 8 * day] as const;

const theftMs = 30 * day;

/** Worth of looking often in this life: without two ways left, weekly looks promise nothing. */
function looksOf({ isProtected, theft, ways }: LifeKind): readonly Look[] {
  if (!isProtected) return ['never'];
  const kept = ways.filter((way) => !stolenOf(theft).includes(way));
  const contacts = kept.filter((way) => way === 'phone' || way === 'email');
  return [
    'never',
    ...(areIndependent(kept) && contacts.length > 0 ? (['every week'] as const) : []),
    ...(contacts.length > 0 ? (['every two days'] as const) : []),
  ];
}

/**
 * Leads one life of a kind from a seed: the thief tries what he likes for thirty days, then the owner looks, and what the
 * thief had or made is tried again. Returns the number of steps.
 * @throws {BrokenPromise} with the story of the life
 */
export async function leadLife(app: TestApp, { seed, maxSteps }: { readonly seed: number; readonly maxSteps: number }): Promise<number> {
  const kind = lifeKinds[seed % lifeKinds.length];
  if (kind === undefined) throw new Error('no such kind of life');
  const choose = randomOf(seed ^ 0x5eed);
  const look = pickOf(choose, looksOf(kind));
  await app.forgetMessages();
  const life = await newLife(app, { kind, look, seed, freezesFirst: choose(4) === 0, triesLater: choose(4) === 0 });
  const until = app.clock.now() + (look === 'every week' ? 7 * day : theftMs);
  // An owner who never looks loses an ordinary account to a deletion: the help page says so.
  const acts = thiefActs.filter(
    ({ isLast = false, isSlow = false }) => (kind.isProtected || !isLast) && (!isSlow || (look === 'every two days' && keepsTwo(kind))),
  );
  let steps = 0;
  while (steps < maxSteps && app.clock.now() < until) {
    await take(life, pickOf(life.random, acts));
    steps += 1;
    await pass(life, Math.min(pickOf(life.random, waits), until - app.clock.now()));
  }
  // The pause between two codes is no loss of an account.
  await pass(life, hour);
  return steps + (await end(life));
}

/** An owner who keeps only one way cannot stop the removal of that very way (ADR 215). */
function keepsTwo({ ways, theft }: LifeKind): boolean {
  return ways.filter((way) => way !== 'social' && !stolenOf(theft).includes(way)).length > 1;
}

/** A life with a known course. */
export interface Course {
  readonly kind: LifeKind;
  readonly look: Look;
  readonly seed?: number;
  /** Acts before the theft. */
  readonly before?: (life: Life) => Promise<void>;
  /** Acts before two-step verification protects the account. */
  readonly ordinary?: readonly (string | number)[];
  /** Acts by name, and milliseconds that pass. */
  readonly script: readonly (string | number)[];
}

/** Leads a life as written. @throws {BrokenPromise} */
export async function leadCourse(app: TestApp, { kind, look, seed = 0, before, ordinary = [], script }: Course): Promise<void> {
  const life = await newLife(app, { kind, look, seed });
  await before?.(life);
  const play = async (parts: Course['script']) => {
    for (const part of parts) {
      if (typeof part === 'number') await pass(life, part);
      else await take(life, actNamed(part));
    }
  };
  if (ordinary.length > 0) {
    const protect = (since: number | null) => setTwoStep(app.db, life.accountId, { since, methods: [] });
    await protect(null);
    await play(ordinary);
    await protect(app.clock.now());
  }
  await play(script);
  await end(life);
}

function actNamed(name: string): Act {
  const act = thiefActs.find((each) => each.name === name);
  if (act === undefined) throw new Error(`no act: ${name}`);
  return act;
}

async function take(life: Life, act: Act): Promise<void> {
  life.story.push(act.name);
  await act.run(life);
  await checkSession(life);
}

/** Time passes: notices leave, claims come due, and an owner who looks does so. */
async function pass(life: Life, ms: number): Promise<void> {
  const { app, look } = life;
  const until = app.clock.now() + Math.max(ms, 0);
  while (app.clock.now() < until) {
    // An act takes minutes itself: never back.
    app.clock.set(Math.max(app.clock.now(), Math.min(until, life.lookAt)));
    if (await isClaimOpen(app)) await app.wiring.jobs.claims.run();
    if (app.clock.now() < life.lookAt) continue;
    life.lookAt += 2 * day;
    if (look === 'every two days') await lookAndStop(life);
  }
}

/** The job has nothing to do without one: it would be a tenth of the time. */
async function isClaimOpen({ db }: TestApp): Promise<boolean> {
  return (await db.q().selectFrom('account_claims').select('id').where('state', '=', 'open').executeTakeFirst()) !== undefined;
}

/** A′: on a protected account one thing opens no session, unless it is one, a passkey, or a claim that nobody stopped. */
async function checkSession(life: Life): Promise<void> {
  const { kind, thief } = life;
  // W-1: a password, a social account and a session wait for a week, whatever was added with them.
  if (thief.claims > 0 && ['password', 'social', 'session'].includes(kind.theft)) broken(life, 'W-1: what he added waits for less');
  if (kind.theft === 'session' && thief.own.passkeys.length > 0 && thief.hand.passwords.length === 0)
    broken(life, 'W-1: a session added a way');
  if (!kind.isProtected || ['session', 'laptop', 'passkey'].includes(kind.theft)) return;
  if (thief.isByClaim) return;
  for (const browser of thief.browsers) if (await isIn(life, browser)) broken(life, "A': one thing opened a session");
}

/** The owner is in, and the thief is out: A where he lost what he took, B and C as the owner looked. */
async function end(life: Life): Promise<number> {
  const { kind, look, thief, owner } = life;
  const stolen = stolenOf(kind.theft);
  if (look === 'every two days' && thief.isByClaim) broken(life, 'D: a claim completed');
  await checkNothingWent(life);
  if (life.freezesFirst) await freezeByOwner(life, look === 'every week' ? keptHand(life) : owner.hand);
  if (look === 'every week') {
    if (!(await regain(life, keptHand(life), stolen))) broken(life, 'B: two ways do not get the owner in');
  } else {
    if (!areIndependent(kind.ways)) return 0;
    thief.hand = thief.own;
    if (!(await regain(life, owner.hand))) broken(life, `${look === 'never' ? 'A' : 'C'}: the owner is out`);
  }
  if (kind.isProtected) await checkBrowsers(life);
  await tryAll(life, 'at last');
  if (!life.triesLater) return lastActs.length;
  // Ways that he added stand for themselves by now, if any of them is left.
  await pass(life, longPeriodMs);
  await tryAll(life, 'long after');
  return 2 * lastActs.length;
}

/** Everything that the thief had or made is tried at every call: nothing of it works. */
async function tryAll(life: Life, when: string): Promise<void> {
  const before = await fingerprint(life);
  for (const act of lastActs) {
    life.story.push(`${when} he ${act.name}`);
    await act.run(life);
  }
  for (const browser of life.thief.browsers) if (await isIn(life, browser)) broken(life, `a way of the thief is left, ${when}`);
  if (await hasAccess(life)) broken(life, `a device of the thief is left, ${when}`);
  if ((await fingerprint(life)) !== before) broken(life, `the thief has changed something, ${when}`);
}

/**
 * D: on a protected account everything stands but what was stolen. A claim that nobody stopped lets its opener choose what stays: what
 * goes is put out, so its owner comes back with it (A), and the protection stays.
 */
async function checkNothingWent(life: Life): Promise<void> {
  const { kind, stood, thief } = life;
  if (!kind.isProtected) return;
  const is = (way: OwnWay) => stolenOf(kind.theft).includes(way);
  const now = await standing(life);
  const kept = stood.contacts.filter((contact) => !is(contact.includes('@') ? 'email' : 'phone'));
  const ways = [
    ...kept.filter((contact) => !now.contacts.includes(contact)),
    ...(stood.passwordHash !== null && now.passwordHash !== stood.passwordHash && !is('password') && kind.theft !== 'session'
      ? ['the password']
      : []),
    ...(now.passkeys < stood.passkeys && !is('passkey') ? ['a passkey'] : []),
    ...(now.totps < stood.totps ? ['an app'] : []),
    ...(now.socials < stood.socials && !is('social') ? ['a social account'] : []),
    ...(stood.codesMadeAt !== null && now.codesMadeAt !== stood.codesMadeAt && !is('recovery') ? ['the codes'] : []),
  ];
  const went = [
    ...(thief.isByClaim ? [] : ways),
    ...(now.isProtected ? [] : ['two-step verification']),
    ...(now.state === 'active' || now.state === 'frozen' ? [] : ['the account']),
  ];
  if (went.length > 0) broken(life, `D: something went: ${went.join(', ')}`);
}

/** A recovery leaves no browser known but the one that it was in. */
async function checkBrowsers(life: Life): Promise<void> {
  const known = life.app.db.q().selectFrom('known_browsers').select('browser').where('account_id', '=', life.accountId);
  if ((await known.where('ended_at', 'is', null).execute()).length > 1) broken(life, 'an earlier browser is known');
}

/** State that a thief could still change. */
const fingerprint = async (life: Life): Promise<string> => JSON.stringify(await standing(life));

function broken({ kind, look, story }: Life, what: string): never {
  throw new BrokenPromise(`${what}\n${JSON.stringify({ ...kind, look })}\n${story.join('\n')}`);
}
