import type { Account } from '#server/core/account/accounts/account.ts';
import type { Audit, Origin } from '#server/core/protection/audit/audit.ts';
import type { Db } from '#server/core/database/db.ts';
import { contactsOf, type Notices } from '#server/core/protection/notices/notices.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { sha256 } from '#server/platform/ids.ts';
import { day, hour, minute, type Clock, type WallClock } from '#server/platform/clock.ts';
import {
  admitTry,
  clearFailures,
  readFailures,
  recordFailure,
  type BlockSchedule,
} from '#server/platform/limits/failures/failures.guarded.ts';
import { paperWay, totpWay } from '#server/core/sign-in/ways/ways.ts';
import { countedFor, limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { TotpApps } from './totp-apps.ts';
import { stepOfCode } from './totp.ts';

/** The number of wrong codes that blocks further ones, and for how long: three of a million codes are right at a time. */
const appSchedule: BlockSchedule = [[5, 15 * minute]];
/** Wrong codes of all browsers that the account knows, and of all others: twenty together. */
const appDaySchedule: BlockSchedule = [[10, day]];
const paperSchedule: BlockSchedule = [[5, day]];

/** An app that the account had. */
export interface FormerApp {
  readonly id: string;
  /** 160 bits, base64url. */
  readonly secret: string;
  readonly last_step: number;
}

/** Codes on paper that the account had. */
interface FormerPaper {
  readonly madeAt: number;
  readonly codes: readonly { readonly mac: string }[];
}

/** A right code, not spent yet. */
export interface PassedStep {
  readonly shown: ShownWay;
  /** Spends the code, in the transaction of its effect. @throws {Refusal} stepCodeWrong when another request spent it */
  settle(): Promise<unknown>;
}

/** Codes that no message brings: those of an authenticator app, and those on paper. */
export interface StepCodes {
  /**
   * Checks a code. The try is counted before the code is compared, for the browser if the account knows it.
   * @throws {Refusal} stepCodeWrong, with `data.used` for a time step that was spent before; tooFrequent after five
   * wrong ones in 15 minutes or ten in a day, for paper five in a day
   */
  check(account: Account, method: 'totp' | 'recovery', code: string, by: Origin & Browser): Promise<PassedStep>;
  /**
   * Checks a code of an app that the account had, in a recovery: it works once, and its tries count with the others.
   * @throws {Refusal} as `check`
   */
  checkFormer(account: Account, tried: TriedFormer<FormerApp>): Promise<PassedStep>;
  /** Checks a code of a sheet that the account had, in a recovery: it works once. @throws {Refusal} as `check` */
  checkFormerPaper(account: Account, tried: TriedFormer<FormerPaper>): Promise<PassedStep>;
  /**
   * Checks a code that freezes an account, of a current or former method, under a key of the caller's; undefined for a wrong one.
   * Without an account only the try is counted.
   * @throws {Refusal} tooFrequent after ten wrong ones in a day
   */
  checkToFreeze(account: Account | undefined, tried: TriedToFreeze): Promise<PassedStep | undefined>;
  /** Counts the first code of a new app. @throws {Refusal} tooFrequent */
  admitNew(account: Pick<Account, 'id'>, by: Browser): Promise<void>;
}

interface Browser {
  /** Hash of the cookie; undefined without one. */
  readonly browser?: string | undefined;
}

/** A code of something that the account had. */
interface TriedFormer<Thing> {
  readonly things: readonly Thing[];
  readonly code: string;
  readonly by: Browser;
}

/** A code that freezes. */
export interface TriedToFreeze {
  readonly method: 'totp' | 'recovery';
  readonly code: string;
  /** The key under which its tries are counted. */
  readonly key: string;
  readonly things: { readonly apps: readonly FormerApp[]; readonly papers: readonly FormerPaper[] };
}

export interface StepCodesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly totp: TotpApps;
  readonly recoveryCodes: RecoveryCodes;
  readonly audit: Audit;
  readonly notices: Pick<Notices, 'sendChange'>;
}

/** Counts tries before a code is compared, each for the browser if the account knows it. */
function createStepTries({ db, clock }: Pick<StepCodesDeps, 'db' | 'clock'>) {
  const counted = ({ id: accountId }: Pick<Account, 'id'>, { browser }: Browser) => countedFor(db, { accountId, browser });

  function tooFrequent(until: number): Refusal {
    const retryAfter = Math.max(1, Math.ceil((until - clock.now()) / 1000));
    return new Refusal('tooFrequent', { retryAfter, reason: 'too many wrong codes' });
  }

  async function admit(key: string, windowMs: number, schedule: BlockSchedule): Promise<void> {
    const { admitted, blockedUntil } = await admitTry(db, { key, at: clock.now(), windowMs, schedule });
    if (!admitted) throw tooFrequent(blockedUntil);
  }

  return {
    /** `fail` counts a wrong code for the day. */
    async ofApp(account: Pick<Account, 'id'>, by: Browser) {
      const who = await counted(account, by);
      const dayKey = who.browser === undefined ? limitKey('totp-day', who) : limitKey('totp-known', who.accountId);
      const until = (await readFailures(db, dayKey))?.blockedUntil ?? 0;
      if (until > clock.now()) throw tooFrequent(until);
      const key = limitKey('totp', who);
      await admit(key, 15 * minute, appSchedule);
      const fail = () => recordFailure(db, { key: dayKey, at: clock.now(), windowMs: day, schedule: appDaySchedule });
      return { key, fail };
    },

    async ofPaper(account: Pick<Account, 'id'>, by: Browser): Promise<string> {
      const key = limitKey('recovery-code', await counted(account, by));
      await admit(key, day, paperSchedule);
      return key;
    },

    toFreeze: (key: string) => admit(key, day, appDaySchedule),

    ofNew: async (account: Pick<Account, 'id'>, by: Browser) =>
      admit(limitKey('totp-new', await counted(account, by)), 15 * minute, appSchedule),
  };
}

export function createStepCodes({ db, clock, wall, totp, recoveryCodes, audit, notices }: StepCodesDeps): StepCodes {
  const tries = createStepTries({ db, clock });

  async function checkApp(account: Account, code: string, by: Browser): Promise<PassedStep> {
    const { key, fail } = await tries.ofApp(account, by);
    const right = await totp.find(account, code);
    if (right === undefined || right.isUsed) {
      await fail();
      throw wrong(right !== undefined);
    }
    return passedBy(db, totpWay(right.id), { key, spend: () => totp.spend(right) });
  }

  async function checkPaper(account: Account, code: string, origin: Origin & Browser): Promise<PassedStep> {
    const key = await tries.ofPaper(account, origin);
    const found = await recoveryCodes.find(account, code);
    if (found === undefined) throw wrong(false);
    return {
      shown: { id: paperWay(found.madeAt) },
      async settle() {
        if (!(await recoveryCodes.spend(found))) throw wrong(false);
        await clearFailures(db, key);
        await audit.record({ event: 'recovery-code.used', accountId: account.id, origin });
        const ways = [paperWay(found.madeAt)];
        for (const to of contactsOf(account)) {
          await notices.sendChange({
            account,
            event: 'recoveryCodeUsed',
            to,
            from: origin.clientIp,
            by: origin,
            ways,
          });
        }
      },
    };
  }

  return {
    check: (account, method, code, by) => (method === 'totp' ? checkApp(account, code, by) : checkPaper(account, code, by)),
    async checkFormer(account, { things, code, by }) {
      const { key, fail } = await tries.ofApp(account, by);
      const at = clock.now();
      const right = rightOfFormer(things, code, wall);
      if (right === undefined) {
        await fail();
        throw wrong(false);
      }
      return passedBy(db, totpWay(right.id), { key, spend: () => spendFormer(db, { ...right, at }) });
    },
    async checkFormerPaper(account, { things, code, by }) {
      const key = await tries.ofPaper(account, by);
      const found = codeOfFormer(things, recoveryCodes.namesOf(account, code));
      if (found === undefined) throw wrong(false);
      const spend = () => spendFormerCode(db, { mac: found.mac, at: clock.now() });
      return passedBy(db, paperWay(found.madeAt), { key, spend });
    },
    async checkToFreeze(account, { method, code, key, things: { apps, papers } }) {
      await tries.toFreeze(key);
      if (account === undefined) return undefined;
      const at = clock.now();
      if (method === 'totp') {
        const right = await totp.find(account, code);
        if (right?.isUsed === false) return passedBy(db, totpWay(right.id), { key, spend: () => totp.spend(right) });
        const former = rightOfFormer(apps, code, wall);
        return former && passedBy(db, totpWay(former.id), { key, spend: () => spendFormer(db, { ...former, at }) });
      }
      const right = await recoveryCodes.find(account, code);
      if (right !== undefined) return passedBy(db, paperWay(right.madeAt), { key, spend: () => recoveryCodes.spend(right) });
      const former = codeOfFormer(papers, recoveryCodes.namesOf(account, code));
      return former && passedBy(db, paperWay(former.madeAt), { key, spend: () => spendFormerCode(db, { mac: former.mac, at }) });
    },
    admitNew: tries.ofNew,
  };
}

/** A code that a former app shows now, of a later time step than the last one that the account took. */
function rightOfFormer(
  apps: readonly FormerApp[],
  code: string,
  wall: WallClock,
): { readonly id: string; readonly step: number } | undefined {
  return apps.flatMap(({ id, secret, last_step: last }) => {
    const step = stepOfCode(Buffer.from(secret, 'base64url'), code, wall);
    return step === undefined || step <= last ? [] : [{ id, step }];
  })[0];
}

/** The app has no row any more in which its time step could be spent. */
function spendFormer(db: Db, { id, step, at }: { readonly id: string; readonly step: number; readonly at: number }): Promise<boolean> {
  return claimOnce(db, { kind: 'former-totp', id: sha256(`${id} ${step}`), at, expiresAt: at + hour });
}

/** Longer than a sheet that others replaced proves anything. */
const formerCodeMs = 400 * day;

/** Takes a code of a former sheet, which has no row any more: true for exactly one caller. */
export function spendFormerCode(db: Db, { mac, at }: { readonly mac: string; readonly at: number }): Promise<boolean> {
  return claimOnce(db, { kind: 'former-code', id: mac, at, expiresAt: at + formerCodeMs });
}

/** The code of a former sheet that has one of these names. */
function codeOfFormer(
  papers: readonly FormerPaper[],
  names: readonly string[],
): { readonly madeAt: number; readonly mac: string } | undefined {
  return papers.flatMap(({ madeAt, codes }) => codes.flatMap(({ mac }) => (names.includes(mac) ? [{ madeAt, mac }] : [])))[0];
}

function passedBy(db: Db, id: WayId, { key, spend }: { readonly key: string; readonly spend: () => Promise<boolean> }): PassedStep {
  return {
    shown: { id },
    async settle() {
      if (!(await spend())) throw wrong(true);
      await clearFailures(db, key);
    },
  };
}

function wrong(isUsed: boolean): Refusal {
  return new Refusal(
    'stepCodeWrong',
    isUsed ? { reason: 'the code was used', data: { used: true } } : { reason: 'no code of the account' },
  );
}
