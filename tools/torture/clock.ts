import { limits } from '#contract/limits.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { freshEmail, goodPassword, signUp, type Person } from '#server/testing/people.ts';
import { askReset, visitorCode } from '#server/testing/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { movedTo, startSecondInstance, type SecondInstance } from '#server/testing/two-instances.ts';
import type { Finding } from './round.ts';

const lifeMs = { code: limits.codeLifeMs, link: limits.recoveryLinkHours * hour };
type Lived = keyof typeof lifeMs;
const skew = 5 * minute;
const day = 24 * hour;

/** A code or a link that somebody has, and where they use it. */
interface Held {
  readonly what: Lived;
  /** Real time since it was made, at which it is used. */
  readonly age: number;
  /** Whether it is taken. */
  readonly spend: () => Promise<boolean>;
}

interface Step {
  readonly name: string;
  /** What the clock gains against real time as soon as everything was made. */
  readonly by: number;
}

/**
 * A clock that steps by an hour, and two instances whose clocks differ by five minutes. The clock is the one that tests give to a server: real
 * time is what the round lets pass.
 */
export async function* clock(): AsyncGenerator<Finding> {
  const app = await buildTestApp();
  const faraway = {
    now: () => app.clock.now() + skew,
    advance: (ms: number) => app.clock.advance(ms),
    set: (at: number) => app.clock.set(at),
  };
  const ahead = await startSecondInstance({ ...app, clock: faraway });
  try {
    const control = await withoutExpiry(app);
    for (const step of [
      { name: 'forwards', by: hour },
      { name: 'back', by: -hour },
    ]) {
      yield { ...(await afterStep(app, step)), control };
    }
    yield { ...(await betweenInstances(app, ahead)), control };
    yield await sessionsOverSteps(app, ahead);
  } finally {
    await ahead.close();
    await app.close();
  }
}

/** Soon, shortly before its end, at its end, and up to its end by a clock that is `late`. */
function ages(what: Lived, late: number): readonly number[] {
  const life = lifeMs[what];
  return [minute, life - minute, life, life + late / 2, life + Math.max(0, late - minute), life + late];
}

async function afterStep(app: TestApp, { name, by }: Step): Promise<Omit<Finding, 'control'>> {
  const held = await makeAll(app, { late: Math.max(0, -by), at: (browser) => browser });
  app.clock.advance(by);
  const longest = await liveThrough(app, held);
  return toFinding(`the clock steps ${name} by an hour`, longest);
}

async function betweenInstances(app: TestApp, ahead: SecondInstance): Promise<Omit<Finding, 'control'>> {
  const later = await makeAll(app, { late: skew, at: (browser) => movedTo(ahead, browser) });
  const longest = await liveThrough(app, later);
  // Made where the clock is ahead, used where it is behind.
  const atAhead: TestApp = { ...app, newBrowser: () => ahead.newBrowser(), codeFor: codeAt(app, ahead), outbox: outboxAt(app, ahead) };
  const earlier = await makeAll(atAhead, { late: skew, at: (browser) => movedTo(app, browser) });
  const other = await liveThrough(app, earlier);
  return toFinding('two instances whose clocks differ by 5 minutes', {
    code: Math.max(longest.code, other.code),
    link: Math.max(longest.link, other.link),
  });
}

/** The mails and SMS of both instances go to one file; whichever has work does it. */
function outboxAt(app: TestApp, ahead: SecondInstance): TestApp['outbox'] {
  return async (to) => {
    await ahead.wiring.worker.drain();
    return app.outbox(to);
  };
}

function codeAt(app: TestApp, ahead: SecondInstance): TestApp['codeFor'] {
  return async (to) => {
    await ahead.wiring.worker.drain();
    return app.codeFor(to);
  };
}

function toFinding(when: string, longest: Readonly<Record<Lived, number>>): Omit<Finding, 'control'> {
  return {
    promise: `${when}: no code and no link lives longer than it was made for, by real time`,
    seen:
      `a code was taken at most ${toText(longest.code, minute)} minutes after it was made (${toText(lifeMs.code, minute)}), ` +
      `a link ${toText(longest.link, hour)} hours after (${toText(lifeMs.link, hour)})`,
    // At its end it is over: the last moment that was tried before is a minute earlier.
    isKept: longest.code < lifeMs.code && longest.link < lifeMs.link,
  };
}

function toText(ms: number, unit: number): string {
  return (ms / unit).toFixed(2).replace(/\.?0+$/, '');
}

/** Everybody has an account of their own, because a code that is used would end the others. */
async function makeAll(
  app: TestApp,
  { late, at }: { readonly late: number; readonly at: (browser: TestBrowser) => TestBrowser },
): Promise<readonly Held[]> {
  const owners: { readonly what: Lived; readonly age: number; readonly owner: Person }[] = [];
  for (const what of ['code', 'link'] as const) {
    for (const age of new Set(ages(what, late))) owners.push({ what, age, owner: await signUp(app, { email: freshEmail() }) });
  }
  // The registration's code was for the same address.
  app.clock.advance(2 * minute);
  const held: Held[] = [];
  for (const { what, age, owner } of owners) {
    const browser = app.newBrowser();
    const { contact } = owner;
    if (what === 'code') {
      const code = await visitorCode(app, browser, { contact, scene: 'login' });
      held.push({ what, age, spend: async () => (await at(browser).post('/login/code', { account: contact, code })).code === 200 });
    } else {
      const { token } = await askReset(app, browser, contact);
      const body = { token, newPassword: `${goodPassword}-${age}` };
      held.push({ what, age, spend: async () => (await at(browser).post('/password/reset/reset_password/email', body)).code === 200 });
    }
  }
  return held;
}

/** Lets real time pass and uses each at its age. The greatest age at which one was taken; 0 where none was. */
async function liveThrough(app: TestApp, held: readonly Held[]): Promise<Record<Lived, number>> {
  const longest: Record<Lived, number> = { code: 0, link: 0 };
  let passed = 0;
  for (const { what, age, spend } of held.toSorted((a, b) => a.age - b.age)) {
    app.clock.advance(age - passed);
    passed = age;
    if (await spend()) longest[what] = Math.max(longest[what], age);
  }
  return longest;
}

/** The same codes and links, whose end is moved out of reach in the database: the round must see that they live on. */
async function withoutExpiry(app: TestApp): Promise<NonNullable<Finding['control']>> {
  const held = await makeAll(app, { late: 0, at: (browser) => browser });
  const never = app.clock.now() + 1000 * day;
  await app.db.q().updateTable('codes').set({ expires_at: never }).execute();
  await app.db.q().updateTable('links').set({ expires_at: never }).execute();
  const longest = await liveThrough(app, held);
  return {
    seen: `ends moved out of reach: a code taken after ${toText(longest.code, minute)} minutes, a link after ${toText(longest.link, hour)} hours`,
    hasFailed: longest.code >= lifeMs.code && longest.link >= lifeMs.link,
  };
}

/** A session ends after a day without use: a step of an hour must not end one that is used, wherever. */
async function sessionsOverSteps(app: TestApp, ahead: SecondInstance): Promise<Finding> {
  const { browser } = await signUp(app);
  const there = movedTo(ahead, browser);
  const moves = [hour, -hour, -hour, hour, 22 * hour, 22 * hour, hour, -hour, 22 * hour];
  let uses = 0;
  let lost = 0;
  for (const move of moves) {
    app.clock.advance(move);
    for (const one of [browser, there]) {
      uses += 1;
      if ((await one.get('/account/metainfo')).code !== 200) lost += 1;
    }
    // What is gathered of uses is written once a second of real time; an instance that stops writes it at once.
    await app.wiring.sessions.writeUses();
    await ahead.wiring.sessions.writeUses();
  }
  app.clock.advance(day + skew);
  const { code } = await browser.get('/account/metainfo');
  return {
    promise: 'no session is lost by a clock that steps by less than its time, nor by going to and fro between instances',
    seen: `${uses} uses over ${moves.length} steps and pauses of up to 22 hours, ${lost} refused`,
    isKept: lost === 0,
    control: { seen: `a step by more than its time: answered ${code}`, hasFailed: code !== 200 },
  };
}
