import { limits } from '#contract/limits.ts';
import type { Wiring } from '#server/app/wire.ts';
import { day, hour, minute, second, type Clock } from '#server/platform/clock.ts';
import { freshEmail, goodPassword, signUp, type Person } from '#server/testing/people/people.ts';
import { askReset, visitorCode } from '#server/testing/people/proving.ts';
import { newStandingMachine, type StandingMachine } from '#server/testing/apps/standing-machine.ts';
import { buildTestApp, type TestApp, type TestTime } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { movedTo, startSecondInstance, type SecondInstance } from '#server/testing/server/two-instances.ts';
import type { Finding } from './round.ts';

const lifeMs = { code: limits.codeLifeMs, link: limits.recoveryLinkHours * hour };
type Lived = keyof typeof lifeMs;
const skew = 5 * minute;
/**
 * The longest permitted gain of a lifetime: the clock loses one percent while it waits for the machine's, and servers
 * learn each other's time every ten seconds.
 */
const mostMs = (what: Lived): number => lifeMs[what] / 0.99 + 10 * second;

/** How a server follows its machine's clock: like the product, or, for the control run, by the adjustable clock. */
type Keeping = 'product' | 'follows';

/** Two servers on one database, each on its own machine. */
interface World {
  readonly app: TestApp;
  readonly other: SecondInstance;
  /** The machine of `app`. */
  readonly machine: StandingMachine;
  /** The running servers, which tell each other the time. */
  running: readonly Wiring[];
  /** Lets real time pass on all machines. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** A code or a link of a person, and the place of its use. */
interface Held {
  readonly what: Lived;
  /** Real time from its creation to its use. */
  readonly age: number;
  /** Whether it is accepted. */
  readonly spend: () => Promise<boolean>;
}

/** A disturbance of the clocks right after the credentials were made, and the resulting delay of a clock. */
interface Trouble {
  readonly name: string;
  readonly late: number;
  readonly skew?: number;
  readonly happen?: (world: World) => Promise<void> | void;
  /** The servers that make and accept codes and links. */
  readonly from?: 'app' | 'other';
  readonly to?: 'app' | 'other' | 'restarted';
}

const troubles: readonly Trouble[] = [
  { name: 'the clock steps back by an hour', late: hour, happen: ({ machine }) => machine.step(-hour) },
  {
    name: 'the clock steps back by an hour while the server restarts',
    late: hour,
    to: 'restarted',
    happen: ({ machine }) => machine.step(-hour),
  },
  { name: 'two servers, made where the clock is 5 minutes ahead and used where it is behind', late: skew, skew, from: 'other' },
  { name: 'two servers, made where the clock is 5 minutes behind and used where it is ahead', late: skew, skew, to: 'other' },
];

/**
 * Clocks that step by an hour, while a server runs and while it restarts, and two servers whose clocks differ by five
 * minutes. The round owns the machines' clocks: real time is the time that it lets pass on them.
 */
export async function* clock(): AsyncGenerator<Finding> {
  for (const trouble of troubles) {
    const longest = await liveThrough(trouble, 'product');
    const control = await liveThrough(trouble, 'follows');
    yield {
      ...toFinding(trouble.name, longest),
      // On a server whose clock is ahead, no lifetime grows in any case.
      ...(trouble.to === 'other'
        ? {}
        : { control: { seen: `the server follows the clock: ${toText(control)}`, hasFailed: control.code > mostMs('code') } }),
    };
  }
  const forwards = { name: 'the clock steps forwards by an hour', late: 0, happen: ({ machine }: World) => machine.step(hour) };
  yield { ...toFinding(forwards.name, await liveThrough(forwards, 'product')), control: await withoutExpiry() };
  yield await sessionsOverSteps();
}

function toFinding(when: string, longest: Readonly<Record<Lived, number>>): Finding {
  return {
    promise: `${when}: in real time no lifetime grows by more than one percent and ten seconds`,
    seen: `${toText(longest)} (lifetimes: ${lifeMs.code / minute} minutes and ${lifeMs.link / hour} hours)`,
    isKept: longest.code <= mostMs('code') && longest.link <= mostMs('link'),
  };
}

function toText({ code, link }: Readonly<Record<Lived, number>>): string {
  const rounded = (ms: number): string => ms.toFixed(2).replace(/\.?0+$/, '');
  return `a code was accepted up to ${rounded(code / minute)} minutes after its creation, a link up to ${rounded(link / hour)} hours`;
}

function timeOf(machine: StandingMachine, keeping: Keeping): TestTime {
  const follows: Clock = { now: () => machine.wall() };
  return keeping === 'product' ? { machineTime: machine } : { clock: follows };
}

async function openWorld(keeping: Keeping, { skew: ahead }: { readonly skew?: number } = {}): Promise<World> {
  const start = Date.UTC(2026, 0, 15, 8);
  const machines = [newStandingMachine(start), newStandingMachine(start + (ahead ?? 0))] as const;
  const [machine, otherMachine] = machines;
  const app = await buildTestApp({ time: timeOf(machine, keeping) });
  const other = await startSecondInstance(app, timeOf(otherMachine, keeping));
  const world: World = {
    app,
    other,
    machine,
    // If the clocks do not differ, only one server runs, without help from another.
    running: ahead === undefined ? [app.wiring] : [app.wiring, other.wiring, app.wiring],
    async pass(ms) {
      for (const one of machines) one.pass(ms);
      for (const { platform } of world.running) await platform.keptTime?.keep();
    },
    async close() {
      await other.close();
      await app.close();
    },
  };
  // They have run beside each other for ten seconds.
  await world.pass(10 * second);
  return world;
}

/** The greatest age at which a code and a link were accepted; 0 if none was. */
async function liveThrough(trouble: Trouble, keeping: Keeping): Promise<Record<Lived, number>> {
  const world = await openWorld(keeping, trouble);
  let restarted: SecondInstance | undefined;
  const used = { app: () => world.app, other: () => world.other, restarted: () => restarted ?? world.app };
  try {
    const held = await makeAll(world, { ...trouble, at: (browser) => movedTo(used[trouble.to ?? 'app'](), browser) });
    await trouble.happen?.(world);
    // A new process on the same machine: it knows the old one only from the database.
    if (trouble.to === 'restarted') {
      restarted = await startSecondInstance(world.app, timeOf(world.machine, keeping));
      world.running = [restarted.wiring];
    }
    return await spendAll(world, held);
  } finally {
    await restarted?.close();
    await world.close();
  }
}

/** Soon, shortly before the end, at the end of the permitted gain, and up to the end by a clock that is `late`. */
function ages(what: Lived, late: number): readonly number[] {
  const life = lifeMs[what];
  return [...new Set([minute, life - minute, mostMs(what) + 1, life + late / 2, life + Math.max(0, late - minute), life + late + 1])];
}

/** Each credential has its own account, because a used code would end the others. */
async function makeAll(
  world: World,
  { late, from = 'app', at }: Pick<Trouble, 'late' | 'from'> & { readonly at: (browser: TestBrowser) => TestBrowser },
): Promise<readonly Held[]> {
  const owners: { readonly what: Lived; readonly age: number; readonly owner: Person }[] = [];
  for (const what of ['code', 'link'] as const) {
    for (const age of ages(what, late)) owners.push({ what, age, owner: await signUp(world.app, { email: freshEmail() }) });
  }
  // The registration's code went to the same contact.
  await world.pass(2 * minute);
  const maker = from === 'app' ? world.app : sendingFrom(world);
  const held: Held[] = [];
  for (const { what, age, owner } of owners) {
    const browser = maker.newBrowser();
    const { contact } = owner;
    if (what === 'code') {
      const code = await visitorCode(maker, browser, { contact, scene: 'login' });
      held.push({ what, age, spend: async () => (await at(browser).post('/login/code', { account: contact, code })).code === 200 });
    } else {
      const { token } = await askReset(maker, browser, contact);
      const body = { token, newPassword: `${goodPassword}-${age}` };
      held.push({ what, age, spend: async () => (await at(browser).post('/password/reset/reset_password/email', body)).code === 200 });
    }
  }
  return held;
}

/** The mails and SMS of both instances go to one file; either instance may send them. */
function sendingFrom({ app, other }: World): TestApp {
  return {
    ...app,
    newBrowser: () => other.newBrowser(),
    async outbox(to) {
      await other.wiring.jobs.outbox.drain();
      return app.outbox(to);
    },
    async codeFor(to) {
      await other.wiring.jobs.outbox.drain();
      return app.codeFor(to);
    },
  };
}

/** Lets real time pass and uses each credential at its age. */
async function spendAll(world: World, held: readonly Held[]): Promise<Record<Lived, number>> {
  const longest: Record<Lived, number> = { code: 0, link: 0 };
  let passed = 0;
  for (const { what, age, spend } of held.toSorted((a, b) => a.age - b.age)) {
    await world.pass(age - passed);
    passed = age;
    if (await spend()) longest[what] = Math.max(longest[what], age);
  }
  return longest;
}

/** The same codes and links with an unreachable end in the database: the round must notice that they live on. */
async function withoutExpiry(): Promise<NonNullable<Finding['control']>> {
  const world = await openWorld('product');
  try {
    const held = await makeAll(world, { late: 0, at: (browser) => browser });
    const never = world.machine.wall() + 1000 * day;
    await world.app.db.q().updateTable('codes').set({ expires_at: never }).execute();
    await world.app.db.q().updateTable('links').set({ expires_at: never }).execute();
    const longest = await spendAll(world, held);
    return {
      seen: `expiry removed: ${toText(longest)}`,
      hasFailed: longest.code > mostMs('code') && longest.link > mostMs('link'),
    };
  } finally {
    await world.close();
  }
}

/** A session ends after a day without use: a step of an hour must not end a session in use on any server. */
async function sessionsOverSteps(): Promise<Finding> {
  const world = await openWorld('product', { skew });
  try {
    const { app, other, machine } = world;
    const { browser } = await signUp(app);
    const there = movedTo(other, browser);
    let uses = 0;
    let lost = 0;
    const moves = [hour, -hour, -hour, hour];
    const pauses = [minute, 22 * hour, 20 * hour, 22 * hour];
    for (const [turn, move] of moves.entries()) {
      machine.step(move);
      await world.pass(pauses[turn] ?? minute);
      for (const one of [browser, there]) {
        uses += 1;
        if ((await one.get('/account/metainfo')).code !== 200) lost += 1;
      }
      // Gathered uses are written once a second of real time; an instance that stops writes them at once.
      await app.wiring.core.access.sessions.writeUses();
      await other.wiring.core.access.sessions.writeUses();
    }
    await world.pass(day / 0.99 + skew);
    const { code } = await browser.get('/account/metainfo');
    return {
      promise: 'no session is lost by a clock step shorter than its lifetime, nor by switching between servers',
      seen: `${uses} uses over ${moves.length} steps of an hour and pauses of up to 22 hours, ${lost} refused`,
      isKept: lost === 0,
      control: { seen: `a pause longer than its lifetime: answered ${code}`, hasFailed: code !== 200 },
    };
  } finally {
    await world.close();
  }
}
