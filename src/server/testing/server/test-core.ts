import { provenContact, withProof, type OwnIdentifier } from '#server/core/account/identifiers/proven-contact.ts';
import { join } from 'node:path';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { createAccounts, type Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import { identifier, type Identifier, type IdentifierKind } from '#server/core/account/identifiers/identifier.ts';
import { newNickname } from '#server/core/account/identifiers/new-nickname.ts';
import { createAudit, type Audit } from '#server/core/protection/audit/audit.ts';
import { createLinks } from '#server/core/sign-in/links/links.ts';
import { createFreezeLinks } from '#server/core/protection/notices/freeze-links.ts';
import { createGather } from '#server/core/protection/notices/gather-notices.ts';
import { createNotices, type Notices } from '#server/core/protection/notices/notices.ts';
import { createSessions, type Sessions } from '#server/core/sign-in/sessions/sessions.ts';
import { createCodes, type Codes } from '#server/core/sign-in/codes/codes.ts';
import { messagePurpose } from '#server/core/protection/messages/message-purpose.ts';
import { nowhere, type PlaceOf } from '#server/platform/geo/places.ts';
import { createCaptcha, type OwnCaptcha } from '#server/platform/limits/captcha/altcha.ts';
import { createCaptchas, type Captcha } from '#server/platform/limits/captcha/captchas.ts';
import { createKeyring, type Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database/db.ts';
import { createDevMail } from '#server/development/dev-mail.ts';
import { openDevOutbox, type DevOutbox, type DevOutboxEntry } from '#server/development/dev-outbox.ts';
import { createLanes, type Lanes } from '#server/platform/sending/outbox/lanes.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { createOutboxWorker, type OutboxWorker } from '#server/platform/sending/outbox/outbox-worker.ts';
import { createRateLimiter, type RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { createDevSms } from '#server/development/dev-sms.ts';
import { openTestDatabase } from './test-database.ts';

/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): number;
  wall(): number;
  advance(ms: number): void;
}

/** The real core on a real database, without HTTP. */
export interface TestCore {
  readonly db: Db;
  readonly clock: TestClock;
  readonly keyring: Keyring;
  readonly captcha: Captcha;
  readonly ownCaptcha: OwnCaptcha;
  readonly limiter: RateLimiter;
  readonly lanes: Lanes;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly audit: Audit;
  readonly notices: Notices;
  readonly worker: OutboxWorker;
  readonly devOutbox: DevOutbox;
  /** The messages to a phone or an email, newest first. */
  sentTo(to: string): Promise<DevOutboxEntry[]>;
  /** The proof of a solved captcha. */
  solve(scene: CaptchaScene, work?: CaptchaWork): Promise<string>;
  /** An active account with these identifiers and a unique nickname. */
  account(identifiers: Partial<Record<IdentifierKind, string>>): Promise<Account>;
  close(): Promise<void>;
}

export interface TestCoreOptions {
  readonly placeOf?: PlaceOf;
  readonly keyring?: Keyring;
  readonly smsIsAvailable?: boolean;
}

export function testClock(start = Date.UTC(2026, 0, 5, 8)): TestClock {
  let now = start;
  return {
    now: () => now,
    wall: () => now,
    advance(ms) {
      now += ms;
    },
  };
}

export async function openTestCore({
  keyring = testKeyring(),
  smsIsAvailable = true,
  placeOf = () => nowhere,
}: TestCoreOptions = {}): Promise<TestCore> {
  const database = await openTestDatabase();
  const { db } = database;
  const clock = testClock();
  const limiter = createRateLimiter({ db, clock });
  const own = createCaptcha({ db, keyring, clock, difficulty: { cost: 1, from: 1, to: 3 } });
  const silent = { warn: () => undefined, error: () => undefined };
  const captcha = createCaptchas({ own, remotes: { CN: undefined, DE: undefined }, db, limiter, clock, log: silent, rateFactor: 1 });
  const accounts = createAccounts({ db, clock, keyring });
  const sessions = createSessions({ db, clock });
  const audit = createAudit({ db, clock, keyring });
  const devOutbox = openDevOutbox({ env: 'test', file: join(database.dataDir, 'dev-outbox.jsonl'), clock });
  const queue = createOutboxQueue({ db, keyring, clock });
  const lanes = createLanes({ limiter, smsPerDay: 20_000, rateFactor: 1 });
  const worker = createOutboxWorker({
    db,
    queue,
    clock,
    lanes,
    mail: createDevMail({ devOutbox }),
    sms: createDevSms({ devOutbox }),
    purpose: messagePurpose({ db, clock, accounts }),
    log: silent,
  });
  const store = { db, clock, keyring };
  const notices = createNotices({
    ...store,
    queue,
    worker,
    wall: clock,
    publicUrl: 'https://id.example.com',
    placeOf,
    supportEmail: 'support@example.com',
    brand: { id: { ...forEveryLanguage(() => 'Cedar ID'), zh_CN: '雪松账号' } },
    gather: createGather(store),
    freezeLinks: createFreezeLinks({ ...store, links: createLinks(store) }),
  });
  const codes = createCodes({ db, keyring, clock, limiter, notices, lanes, smsIsAvailable, rateFactor: 1 });
  return {
    db,
    clock,
    keyring,
    captcha,
    ownCaptcha: own,
    limiter,
    lanes,
    accounts,
    sessions,
    codes,
    audit,
    notices,
    worker,
    devOutbox,
    async sentTo(to) {
      await worker.drain();
      return devOutbox.read(to);
    },
    async solve(scene, work = 1) {
      const challenge = await own.createChallenge(scene, { work });
      const solution = await solveChallenge({ challenge, deriveKey });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    },
    account(values) {
      const identifiers = Object.entries(values).map(([kind, value]) => ownIdentifier(required(identifier(kind as IdentifierKind, value))));
      if (values.nickname === undefined) identifiers.push(newNickname());
      return db.tx(() =>
        accounts.create({ region: 'CN', language: 'zh_CN', identifiers, passwordHash: null, agreedThrough: 0, at: clock.now() }),
      );
    },
    async close() {
      await worker.close();
      await database.close();
    },
  };
}

export function testKeyring(): Keyring {
  return createKeyring(Buffer.from('a secret that only these tests use'));
}

/** As if a code had proven it. */
function ownIdentifier(found: Identifier): OwnIdentifier {
  const { kind, value } = found;
  return kind === 'phone' || kind === 'email' ? withProof(found, provenContact(kind, value)) : { ...found, kind };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not a valid identifier');
  return value;
}
