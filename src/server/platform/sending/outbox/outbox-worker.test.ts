import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testClock, testKeyring, type TestClock } from '#server/testing/server/test-core.ts';
import { leaseOutbox } from './outbox.guarded.ts';
import type { MailSender } from '#server/platform/sending/mail/mail.ts';
import type { SmsMessage } from '#server/platform/sending/sms/sms.ts';
import { createRateLimiter, type RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import type { Lane } from './lane.ts';
import { type Lanes, createLanes } from './lanes.ts';
import { startJob } from '#server/platform/jobs/jobs.ts';
import { createOutboxQueue, type OutboxQueue } from './outbox-queue.ts';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { messagePurpose } from '#server/core/protection/messages/message-purpose.ts';
import { createOutboxWorker, type OutboxWorker } from './outbox-worker.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let database: TestDatabase;
let clock: TestClock;
let queue: OutboxQueue;
let limiter: RateLimiter;
/** Ten SMS a day, six of them for strangers. */
let lanes: Lanes;
let workers: OutboxWorker[];
let warnings: unknown[];
/** The delivered messages: text and id. */
let sent: { text: string; id: string }[];
/** The behavior of the mail server besides accepting. */
let mailServer: () => Promise<void>;
/** The behavior of the SMS provider besides delivering. */
let provider: (message: SmsMessage) => Promise<void>;

beforeEach(async () => {
  database = await openTestDatabase();
  clock = testClock();
  queue = createOutboxQueue({ db: database.db, keyring: testKeyring(), clock });
  limiter = createRateLimiter({ db: database.db, clock });
  lanes = createLanes({ limiter, smsPerDay: 10, rateFactor: 1 });
  workers = [];
  warnings = [];
  sent = [];
  provider = () => Promise.resolve();
  mailServer = () => Promise.resolve();
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((worker) => worker.close()));
  await database.close();
});

function openWorker(ofLanes: Lanes = lanes): OutboxWorker {
  const log = { warn: (...line: unknown[]) => void warnings.push(line), error: (...line: unknown[]) => void warnings.push(line) };
  const sms = {
    async send(message: SmsMessage, id: string) {
      await provider(message);
      sent.push({ text: message.text, id });
      return 'taken' as const;
    },
    close: () => Promise.resolve(),
  };
  const mail: MailSender = {
    async send({ scene }, id) {
      await mailServer();
      sent.push({ text: scene, id });
    },
    close: () => Promise.resolve(),
  };
  const worker = createOutboxWorker({
    db: database.db,
    queue,
    clock,
    lanes: ofLanes,
    mail,
    sms,
    purpose: messagePurpose({ db: database.db, clock, accounts: createAccounts({ db: database.db, clock, keyring: testKeyring() }) }),
    log,
  });
  workers.push(worker);
  return worker;
}

function put(text: string, options: { lane?: Lane; discard?: boolean; lifeMs?: number } = {}): Promise<void> {
  const { lane = 'notice', discard = false, lifeMs = 10 * minute } = options;
  const message = { channel: 'sms', to: '13800138000', scene: 'login', language: 'zh_CN', text } as const;
  return queue.put({ message, lane, discard, expiresAt: clock.now() + lifeMs });
}

function putMail(scene: string): Promise<void> {
  const content = { subject: '', brand: '', heading: '', paragraphs: [], footer: '' };
  const message = { channel: 'email', to: 'anna@example.com', scene, language: 'en_US', content } as const;
  return queue.put({ message, lane: 'notice', discard: false, expiresAt: clock.now() + 10 * minute });
}

/** A provider or mail server that answers on command; `reached` resolves when it has this many messages. */
function silent(count: number) {
  const answered = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let held = 0;
  return {
    hold(): Promise<void> {
      held += 1;
      if (held === count) reached.resolve();
      return answered.promise;
    },
    reached: reached.promise,
    answer: answered.resolve,
    held: () => held,
  };
}

/** Resolves when this many messages have left. */
async function untilSent(count: number): Promise<void> {
  await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(count);
}

async function waiting(): Promise<number> {
  return (await database.db.q().selectFrom('outbox').select('id').execute()).length;
}

describe('the outbox', () => {
  it('sends the messages of a committed transaction, and none of one that was rolled back', async () => {
    const worker = openWorker();
    const failing = database.db.tx(async () => {
      await put('rolled back');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await database.db.tx(() => put('committed'));
    await worker.drain();
    expect(sent.map(({ text }) => text)).toEqual(['committed']);
    expect(await waiting()).toBe(0);
  });

  it('keeps its messages sealed', async () => {
    await put('the code is 123456');
    const rows = JSON.stringify(await database.db.q().selectFrom('outbox').selectAll().execute());
    expect(rows).not.toContain('123456');
    expect(rows).not.toContain('13800138000');
  });

  it('discards messages without a recipient', async () => {
    await put('for nobody', { discard: true });
    await openWorker().drain();
    expect(sent).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('sends everything, in several batches', async () => {
    for (let count = 0; count < 40; count += 1) await put(`message ${count}`);
    await openWorker().drain();
    expect(sent).toHaveLength(40);
  });

  it('sends each message once when several workers look together', async () => {
    for (let count = 0; count < 40; count += 1) await put(`message ${count}`);
    await Promise.all([openWorker(), openWorker(), openWorker()].map((worker) => worker.drain()));
    expect(sent).toHaveLength(40);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(40);
  });

  it('retries after 2, 10, 30 and then every 60 seconds, under the same id', async () => {
    let tries = 0;
    provider = () => {
      tries += 1;
      return tries < 6 ? Promise.reject(new Error('down')) : Promise.resolve();
    };
    const worker = openWorker();
    await put('patience');
    await worker.drain();
    for (const [index, seconds] of [2, 10, 30, 60, 60].entries()) {
      expect(tries).toBe(index + 1);
      clock.advance(seconds * 1000 - 1);
      await worker.drain();
      expect(tries).toBe(index + 1);
      clock.advance(1);
      await worker.drain();
    }
    expect(sent.map(({ text }) => text)).toEqual(['patience']);
    expect(warnings).toHaveLength(5);
    expect(JSON.stringify(warnings)).not.toContain('13800138000');
  });

  it('does not send expired messages', async () => {
    provider = () => Promise.reject(new Error('down'));
    const worker = openWorker();
    await put('too late', { lifeMs: 5000 });
    await worker.drain();
    provider = () => Promise.resolve();
    clock.advance(5000);
    await worker.drain();
    expect(sent).toEqual([]);
    expect(await queue.removeExpired(clock.now())).toBe(1);
    expect(await waiting()).toBe(0);
  });

  it('does not let one failing message delay the others', async () => {
    provider = ({ text }) => (text === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve());
    await put('bad');
    await put('good');
    await openWorker().drain();
    expect(sent.map(({ text }) => text)).toEqual(['good']);
    expect(await waiting()).toBe(1);
  });

  it('sends other SMS and mails while a provider does not answer', async () => {
    const quiet = silent(15);
    provider = ({ text }) => (text === 'held' ? quiet.hold() : Promise.resolve());
    const worker = openWorker();
    for (let count = 0; count < 15; count += 1) await put('held');
    worker.poke();
    await quiet.reached;
    for (let count = 0; count < 20; count += 1) await put('other');
    await putMail('mail');
    worker.poke();
    await untilSent(21);
    expect(new Set(sent.map(({ text }) => text))).toEqual(new Set(['other', 'mail']));
    quiet.answer();
    await worker.drain();
    expect([sent.length, await waiting()]).toEqual([36, 0]);
  });

  it('sends SMS while no mail server answers, holds only four mails, and sends the rest later', async () => {
    const server = silent(4);
    mailServer = () => server.hold();
    const worker = openWorker();
    for (let count = 0; count < 6; count += 1) await putMail('mail');
    worker.poke();
    await server.reached;
    await put('SMS');
    worker.poke();
    await untilSent(1);
    expect([sent.map(({ text }) => text), server.held()]).toEqual([['SMS'], 4]);
    server.answer();
    await worker.drain();
    expect([sent.length, await waiting()]).toEqual([7, 0]);
  });

  it('renews the lease of a message in transit beyond one lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const held = silent(1);
    provider = () => held.hold();
    const [worker, other] = [openWorker(), openWorker()];
    await put('slow');
    worker.poke();
    await held.reached;
    const leasedUntil = async () =>
      (await database.db.q().selectFrom('outbox').select('leased_until').executeTakeFirstOrThrow()).leased_until;
    for (let renewals = 1; renewals <= 4; renewals += 1) {
      clock.advance(minute / 3);
      vi.advanceTimersByTime(minute / 3);
      await expect.poll(leasedUntil, { timeout: 10_000 }).toBe(clock.now() + minute);
    }
    await other.drain();
    expect(held.held()).toBe(1);
    held.answer();
    await worker.drain();
    expect([sent.length, await waiting()]).toEqual([1, 0]);
  });

  it('does not take again what it is still sending, although the clock is past its lease', async () => {
    const quiet = silent(1);
    provider = ({ text }) => (text === 'held' ? quiet.hold() : Promise.resolve());
    const worker = openWorker();
    await put('held');
    worker.poke();
    await quiet.reached;
    clock.advance(2 * minute);
    await put('other');
    worker.poke();
    await untilSent(1);
    expect(quiet.held()).toBe(1);
    quiet.answer();
    await worker.drain();
    expect(sent.map(({ text }) => text)).toEqual(['other', 'held']);
  });

  it('takes over the messages that a dead worker had leased', async () => {
    await put('left behind');
    expect(await leaseOutbox(database.db, { channel: 'sms', at: clock.now(), leaseMs: minute, limit: 16 })).toHaveLength(1);
    const worker = openWorker();
    await worker.drain();
    expect(sent).toEqual([]);
    clock.advance(minute);
    await worker.drain();
    expect(sent.map(({ text }) => text)).toEqual(['left behind']);
  });

  it('finds messages without a poke', async () => {
    const arrived = new Promise<void>((resolve) => {
      provider = () => {
        resolve();
        return Promise.resolve();
      };
    });
    await put('found');
    const worker = openWorker();
    const polls = startJob(worker.job, { error: () => undefined });
    await arrived;
    await polls.close();
    await worker.close();
    expect(sent.map(({ text }) => text)).toEqual(['found']);
  });

  it('loses no poke: sends messages that are added while it works', async () => {
    const worker = openWorker();
    for (let count = 0; count < 30; count += 1) {
      await put(`message ${count}`);
      worker.poke();
    }
    await worker.drain();
    expect(sent).toHaveLength(30);
  });

  it('finishes the messages in transit when it closes, and leaves the rest', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const begun = new Promise<void>((resolve) => {
      provider = () => {
        resolve();
        return held;
      };
    });
    await put('under way');
    const worker = openWorker();
    worker.poke();
    await begun;
    const closing = worker.close();
    await put('later');
    release();
    await closing;
    worker.poke();
    expect(sent.map(({ text }) => text)).toEqual(['under way']);
    expect(await waiting()).toBe(1);
  });
});

/** The day's count of codes in the budgets of SMS, and the hour's count of notices. */
async function counted(): Promise<{ readonly codes: number; readonly strangers: number; readonly notices: number }> {
  const fill = await lanes.fill();
  const of = (name: string, limit: number): number => Math.round((fill[name] ?? Number.NaN) * limit);
  return { codes: of('sms codes day', 10), strangers: of('sms strangers day', 6), notices: of('sms notices hour', 1000) };
}

describe('the budget of the site', () => {
  it('counts messages that leave, and never discarded ones', async () => {
    await database.db.tx(async () => {
      for (let count = 0; count < 300; count += 1) await put('for nobody', { lane: 'stranger', discard: true });
    });
    const worker = openWorker();
    await worker.drain();
    expect(await waiting()).toBe(0);
    expect(await counted()).toEqual({ codes: 0, strangers: 0, notices: 0 });
    for (const lane of ['stranger', 'holder', 'notice'] as const) await put(lane, { lane });
    await worker.drain();
    expect(await counted()).toEqual({ codes: 2, strangers: 1, notices: 1 });
    expect(worker.codes()).toEqual({ sent: { sms: 2, email: 0 }, discarded: { sms: 300, email: 0 } });
  });

  it('counts a message once, regardless of the number of tries', async () => {
    let tries = 0;
    provider = () => {
      tries += 1;
      return tries < 4 ? Promise.reject(new Error('down')) : Promise.resolve();
    };
    await put('patience', { lane: 'holder' });
    const worker = openWorker();
    for (let turn = 0; turn < 4; turn += 1) {
      await worker.drain();
      clock.advance(minute);
    }
    expect(sent).toHaveLength(1);
    expect(await counted()).toMatchObject({ codes: 1 });
  });

  it('counts a message again only if a process dies before it could record the place', async () => {
    const release = Promise.withResolvers<boolean>();
    const dying: Lanes = { ...lanes, take: async (...of) => (await lanes.take(...of)) && release.promise };
    await put('one', { lane: 'holder' });
    const first = openWorker(dying).drain();
    await expect.poll(async () => (await counted()).codes, { timeout: 10_000 }).toBe(1);
    clock.advance(minute);
    const held = silent(1);
    provider = () => held.hold();
    const second = openWorker().drain();
    await held.reached;
    expect(await counted()).toMatchObject({ codes: 2 });
    clock.advance(minute);
    provider = () => Promise.resolve();
    await openWorker().drain();
    expect(sent.map(({ text }) => text)).toEqual(['one']);
    expect(await counted()).toMatchObject({ codes: 2 });
    release.resolve(false);
    held.answer();
    await Promise.all([first, second]);
  });

  it('reserves a part from strangers, and sends waiting messages when there is room', async () => {
    for (let count = 0; count < 8; count += 1) await put(`stranger ${count}`, { lane: 'stranger', lifeMs: 3 * day });
    const worker = openWorker();
    await worker.drain();
    expect(sent).toHaveLength(6);
    for (let count = 0; count < 5; count += 1) await put('holder', { lane: 'holder' });
    for (let count = 0; count < 20; count += 1) await put('notice', { lane: 'notice' });
    await worker.drain();
    expect(sent.filter(({ text }) => text === 'holder')).toHaveLength(4);
    expect(sent.filter(({ text }) => text === 'notice')).toHaveLength(20);
    clock.advance(2 * day);
    await worker.drain();
    expect(sent.filter(({ text }) => text.startsWith('stranger'))).toHaveLength(8);
  });

  it('belongs entirely to holders without strangers', async () => {
    for (let count = 0; count < 12; count += 1) await put('holder', { lane: 'holder' });
    await openWorker().drain();
    expect(sent).toHaveLength(10);
  });

  it('is never exceeded by several instances that send at once', async () => {
    for (let count = 0; count < 32; count += 1) await put('stranger', { lane: 'stranger' });
    for (let count = 0; count < 32; count += 1) await put('holder', { lane: 'holder' });
    await Promise.all(Array.from({ length: 4 }, () => openWorker().drain()));
    const [strangers, holders] = ['stranger', 'holder'].map((lane) => sent.filter(({ text }) => text === lane).length);
    expect(strangers).toBeLessThanOrEqual(6);
    expect((strangers ?? 0) + (holders ?? 0)).toBe(10);
    expect(await waiting()).toBe(54);
  });

  it('is named by every message: one without a lane does not compile', () => {
    const message = { channel: 'sms', to: '13800138000', scene: 'login', language: 'zh_CN', text: '' } as const;
    const putWithoutLane = (): Promise<void> =>
      // @ts-expect-error -- its budget would be unknown
      queue.put({ message, discard: false, expiresAt: clock.now() + minute });
    expect(putWithoutLane).toBeTypeOf('function');
  });
});
