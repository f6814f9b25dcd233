import { setTimeout as delay } from 'node:timers/promises';
import { openAdmin } from '#server/admin/admin-command.ts';
import { runUsers } from '#server/admin/people/users.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { expectOk } from '#server/testing/server/http-client.ts';
import type { Finding, TortureOptions } from './round.ts';
import { patiently, signInAgain, withSignals, type Database, type Lane, type Receiver, type SignalsRig } from './signals-rig.ts';

const timed = { usual: 200, small: 20 };
const locked = { usual: 50, small: 5 };
/** Between two kills. */
const lifeMs = 2000;
/** The events of a dead server are free after a minute. */
const patienceMs = 300_000;
/** After an act that failed. */
const pauseMs = 20;
const proofsAtOnce = 40;

/** An event counts as delivered as soon as its delivery begins. */
const doneEarly: Readonly<Record<Database, readonly string[]>> = {
  SQLite: [
    `create trigger done_early after update of leased_until on signals when new.leased_until > 0
       begin update signals set done_at = new.leased_until where id = new.id; end`,
  ],
  PostgreSQL: [
    `create function done_early() returns trigger language plpgsql as $$
       begin if new.leased_until > 0 then new.done_at := new.leased_until; end if; return new; end $$`,
    `create trigger done_early before update of leased_until on signals for each row execute function done_early()`,
  ],
};

/** A webhook is told of every act, under one id, although servers are killed while they send, and the database fails over. */
export async function* signals({ small, kills, acts }: TortureOptions): AsyncGenerator<Finding> {
  const size = small ? 'small' : 'usual';
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    const isPair = database === 'PostgreSQL';
    const { told, ...seen } = await withSignals(database, async (rig) => ({
      told: [await timeSignOuts(rig, timed[size]), await timeLocks(rig, locked[size]), await timeFreezes(rig, locked[size])] as const,
      ...(await killOften(rig, { kills, acts: isPair ? acts : 0, failsOver: isPair })),
    }));
    const control = await withSignals(database, async (rig) => {
      for (const statement of doneEarly[database]) await rig.ask(statement);
      return killOften(rig, { kills: 6, acts: 0, failsOver: false });
    });
    const slowest = Math.max(...told.map((times) => at(times, 0.99)));
    yield {
      promise:
        `${database}: a receiver learns of every act, under one id however often, although ` +
        (isPair ? 'either instance is killed and the database fails over' : 'the server is killed while it tells') +
        '; of a sign-out, a lock or a freeze within two seconds (p99)',
      seen:
        `${seen.killed} kills${isPair ? ' and a failover' : ''}, ${seen.acts} acts (${seen.acknowledged} acknowledged): ${seen.lost} lost, ` +
        `${seen.invented} invented, ${seen.twofold} with two bodies, ${seen.again} told again under their id; ` +
        ['sign-outs', 'locks', 'freezes'].map((what, n) => `${told[n]?.length ?? 0} ${what} ${spread(told[n] ?? [])}`).join('; '),
      isKept: seen.acknowledged >= (isPair ? acts : 1) && seen.lost + seen.invented + seen.twofold === 0 && slowest <= 2000,
      control: { seen: `done before the answer: ${control.lost} of ${control.acts} lost`, hasFailed: control.lost > 0 },
    };
  }
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)] ?? Number.NaN;
}

function spread(times: readonly number[]): string {
  return [`p50 ${at(times, 0.5).toFixed(0)} ms`, `p99 ${at(times, 0.99).toFixed(0)} ms`, `max ${at(times, 1).toFixed(0)} ms`].join(', ');
}

/** Milliseconds from each sign-out to its event at the receiver, one after another. */
async function timeSignOuts(rig: SignalsRig, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const person = rig.people[n % rig.people.length];
    if (person === undefined) break;
    const before = new Set(rig.receiver.events.keys());
    const started = performance.now();
    expectOk(await person.client.post('/logout', {}));
    times.push((await arrival(rig.receiver, 'session-revoked', before)) - started);
    await signInAgain(rig, person);
  }
  return times;
}

/** The same for locks by an operator, whose command runs beside the servers. */
async function timeLocks(rig: SignalsRig, count: number): Promise<readonly number[]> {
  const admin = await openAdmin(loadConfig(rig.env));
  try {
    const times: number[] = [];
    const order = async (verb: 'lock' | 'unlock', { phone }: Lane): Promise<unknown> =>
      runUsers(admin, ['users', verb, phone, '--reason', 'asked', '--case', 'TORTURE', '--operator', 'torture']);
    for (let n = 0; n < count; n += 1) {
      const person = rig.people[n % rig.people.length];
      if (person === undefined) break;
      const before = new Set(rig.receiver.events.keys());
      const started = performance.now();
      await order('lock', person);
      times.push((await arrival(rig.receiver, 'account-disabled', before)) - started);
      await order('unlock', person);
      await signInAgain(rig, person);
    }
    return times;
  } finally {
    await admin.close();
  }
}

/** The same for freezes, each by another person: who froze an account does not sign in again at once. */
async function timeFreezes(rig: SignalsRig, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { client } = await rig.newPerson();
    const before = new Set(rig.receiver.events.keys());
    const started = performance.now();
    expectOk(await client.post('/account/freeze', { why: 'unknown' }));
    times.push((await arrival(rig.receiver, 'account-disabled', before)) - started);
  }
  return times;
}

async function arrival({ events }: Receiver, wanted: string, before: ReadonlySet<string>): Promise<number> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await delay(1))
    for (const [id, { type, at: moment }] of events) if (!before.has(id) && type === wanted) return moment;
  throw new Error(`no ${wanted} has reached the receiver`);
}

interface Killing {
  /** At least so many, and until so many acts were acknowledged. */
  readonly kills: number;
  readonly acts: number;
  /** Whether the primary crashes and its standby takes over, half way. */
  readonly failsOver: boolean;
}

/** Kills a server in turn while everybody signs their other devices out, and looks at what the receiver has in the end. */
async function killOften(rig: SignalsRig, { kills, acts, failsOver }: Killing) {
  const { receiver, people, servers, pair } = rig;
  await untilNothingWaits(rig);
  receiver.holdMs = 60;
  const toldBefore = await countTold(rig);
  const actsBefore = await countActs(rig);
  const work = { isOver: false, acknowledged: 0 };
  const working = people.map(async (person) => {
    while (!work.isOver) {
      if (await act(rig, person).catch(() => false)) work.acknowledged += 1;
      // While all are down, none answers.
      else await delay(pauseMs);
    }
  });
  let killed = 0;
  let hasFailedOver = !failsOver;
  while (killed < kills || work.acknowledged < acts) {
    await delay(lifeMs);
    const instance = killed % servers.length;
    await servers[instance]?.kill();
    await rig.restart(instance);
    killed += 1;
    if (hasFailedOver || killed < kills / 2 || work.acknowledged < acts / 2) continue;
    await pair?.crash('primary');
    await pair?.promoteStandby();
    hasFailedOver = true;
  }
  work.isOver = true;
  await Promise.all(working);
  await untilNothingWaits(rig);
  return { killed, acknowledged: work.acknowledged, ...(await compare(rig, { toldBefore, actsBefore })) };
}

/** One act of which apps hear: true if it was acknowledged. */
async function act(rig: SignalsRig, person: Lane): Promise<boolean> {
  const { code } = await person.client.post('/device/unBindOthers', {});
  if (code === 3001) await stockProofs(rig, person);
  return code === 200;
}

/**
 * A proof of a person, and copies of it, made beside the servers: a check of the password for each of thousands of acts
 * would measure hashing.
 */
async function stockProofs({ ask }: SignalsRig, { client, phone, password }: Lane): Promise<void> {
  const own = `account_id = (select account_id from identifiers where kind = 'phone' and value = '${phone}')`;
  await ask(`delete from proofs where ${own}`);
  await patiently(async () => expectOk(await client.post('/account/auth', { method: 'password', password, action: 'endOthers' })));
  const columns = 'account_id, session_id, credential_epoch, method, way, action, target_hash, created_at, expires_at';
  await ask(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${proofsAtOnce})
     insert into proofs (id, ${columns}) select id || '-' || n, ${columns} from proofs, numbers where ${own} and spent_at is null`,
  );
}

async function untilNothingWaits(rig: SignalsRig): Promise<void> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await delay(500))
    if ((await countOf(rig, 'from signals where done_at is null')) === 0) return;
}

/** Events of ended sessions that were ever written. */
async function countTold(rig: SignalsRig): Promise<number> {
  return countOf(rig, "from signals where event = 'session-revoked'");
}

async function countActs(rig: SignalsRig): Promise<number> {
  return countOf(rig, "from audit where event = 'sessions.ended'");
}

async function countOf({ ask }: SignalsRig, what: string): Promise<number> {
  return Number((await ask(`select count(*) as n ${what}`))[0]?.['n']);
}

async function compare(rig: SignalsRig, { toldBefore, actsBefore }: { readonly toldBefore: number; readonly actsBefore: number }) {
  const { events } = rig.receiver;
  const acts = (await countActs(rig)) - actsBefore;
  const written = new Set((await rig.ask('select id from signals')).map((row) => String(row['id'])));
  const told = (await countTold(rig)) - toldBefore;
  return {
    acts,
    lost: [...written].filter((id) => !events.has(id)).length + Math.max(0, acts - told),
    invented: [...events.keys()].filter((id) => !written.has(id)).length + Math.max(0, told - acts),
    twofold: [...events.values()].filter(({ bodies }) => bodies.size > 1).length,
    again: [...events.values()].filter(({ times }) => times > 1).length,
  };
}
