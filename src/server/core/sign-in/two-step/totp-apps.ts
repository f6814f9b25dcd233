import { limits } from '#contract/limits.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Clock, WallClock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { newId } from '#server/platform/ids.ts';
import { confirmApp, finishApps, removeApp, spendStep } from './totp-secrets.guarded.ts';
import { newTotpSecret, stepOfCode } from './totp.ts';

/** An authenticator app that is a second step. Times are milliseconds. */
export interface TotpApp {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** A right code of an app. */
export interface RightCode {
  readonly id: string;
  readonly step: number;
  readonly name: string;
  readonly createdAt: number;
  /** Its time step was spent before. */
  readonly isUsed: boolean;
}

/** The first code of a new app, in the session that began it. */
interface WaitingApp {
  readonly id: string;
  readonly session: string;
  readonly code: string;
}

/** The authenticator apps of accounts. Secrets are sealed, and leave the server once: in the answer that makes one. */
export interface TotpApps {
  list(account: Pick<Account, 'id'>): Promise<readonly TotpApp[]>;
  /** An app of a session that proves nothing until `confirm`, in the caller's transaction. */
  begin(
    account: Pick<Account, 'id'>,
    of: { readonly name: string; readonly at: number; readonly session: string },
  ): Promise<{
    readonly id: string;
    readonly secret: Uint8Array;
    readonly expiresAt: number;
  }>;
  /** Whether this session is waiting for the first code of the app. */
  isWaiting(account: Pick<Account, 'id'>, of: Pick<WaitingApp, 'id' | 'session'>): Promise<boolean>;
  /** The step of the first code of a new app; undefined for a wrong code, or without such an app. */
  findNew(account: Pick<Account, 'id'>, of: WaitingApp): Promise<RightCode | undefined>;
  /** Adds the app, in the caller's transaction. With `untilFinish` it proves nothing until `finish`. True for one of all racers. */
  confirm(code: RightCode, of: { readonly untilFinish: boolean }): Promise<boolean>;
  /** Makes second steps of the apps of a session's set-up, in the caller's transaction. */
  finish(account: Pick<Account, 'id'>, session: string): Promise<void>;
  /** The app that shows this code; undefined for a wrong one. */
  find(account: Pick<Account, 'id'>, code: string): Promise<RightCode | undefined>;
  /** Spends the time step, in the transaction of the effect. True for one of all racers. */
  spend(code: RightCode): Promise<boolean>;
  /** True for one of all racers. */
  remove(account: Pick<Account, 'id'>, id: string): Promise<boolean>;
}

interface TotpAppsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Codes have the time of the person's device. */
  readonly wall: WallClock;
  readonly keyring: Keyring;
}

export function createTotpApps({ db, clock, wall, keyring }: TotpAppsDeps): TotpApps {
  function apps({ id }: Pick<Account, 'id'>) {
    return db
      .q()
      .selectFrom('totp_secrets')
      .select(['id', 'name', 'sealed', 'last_step', 'created_at', 'last_used_at'])
      .where('account_id', '=', id)
      .orderBy('created_at')
      .orderBy('id');
  }

  const waiting = (account: Pick<Account, 'id'>, { id, session }: Pick<WaitingApp, 'id' | 'session'>) =>
    apps(account)
      .where('id', '=', id)
      .where('session_id', '=', session)
      .where('confirmed_at', 'is', null)
      .where('pending_until', '>', clock.now())
      .execute();

  function rightOf(rows: Awaited<ReturnType<typeof waiting>>, code: string): RightCode | undefined {
    const right = rows.flatMap((row) => {
      const step = stepOfCode(Buffer.from(keyring.open('totp-secret', row.sealed), 'base64url'), code, wall);
      const { id, name, created_at: createdAt } = row;
      return step === undefined ? [] : [{ id, name, createdAt, step, isUsed: step <= row.last_step }];
    });
    return right.find(({ isUsed }) => !isUsed) ?? right[0];
  }

  return {
    async list(account) {
      const rows = await apps(account).where('pending_until', 'is', null).execute();
      return rows.map(({ id, name, created_at, last_used_at }) => ({ id, name, createdAt: created_at, lastUsedAt: last_used_at }));
    },

    async begin({ id: account_id }, { name, at, session }) {
      const id = newId();
      const secret = newTotpSecret();
      const expiresAt = at + limits.setUpLifeMs;
      // One at a time: who begins again has lost the one before.
      await db.q().deleteFrom('totp_secrets').where('account_id', '=', account_id).where('session_id', '=', session).execute();
      const sealed = keyring.seal('totp-secret', Buffer.from(secret).toString('base64url'));
      const row = {
        id,
        account_id,
        sealed,
        name,
        last_step: 0,
        created_at: at,
        confirmed_at: null,
        pending_until: expiresAt,
        session_id: session,
      };
      await db
        .q()
        .insertInto('totp_secrets')
        .values({ ...row, last_used_at: null })
        .execute();
      return { id, secret, expiresAt };
    },

    isWaiting: async (account, of) => (await waiting(account, of)).length > 0,
    findNew: async (account, of) => rightOf(await waiting(account, of), of.code),

    confirm({ id, step }, { untilFinish }) {
      const at = clock.now();
      return confirmApp(db, { id, step, at, until: untilFinish ? at + limits.setUpLifeMs : null });
    },

    finish: ({ id }, session) => finishApps(db, { accountId: id, session, at: clock.now() }),
    find: async (account, code) => rightOf(await apps(account).where('pending_until', 'is', null).execute(), code),
    spend: ({ id, step }) => spendStep(db, { id, step, at: clock.now() }),
    remove: ({ id: accountId }, id) => removeApp(db, { accountId, id }),
  };
}
