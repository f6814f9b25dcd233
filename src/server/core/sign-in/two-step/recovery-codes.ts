import { limits } from '#contract/limits.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { newRecoveryCode, readRecoveryCode, shownRecoveryCode } from './recovery-code-text.ts';
import { finishCodes, spendRecoveryCode } from './recovery-codes.guarded.ts';

/** A code that was found, not yet spent. */
export interface FoundRecoveryCode {
  readonly accountId: string;
  readonly n: number;
  readonly madeAt: number;
}

/** Ten codes on paper, each good for once. Only keyed hashes of account and code are stored. */
export interface RecoveryCodes {
  /**
   * Makes ten codes in the caller's transaction and removes the pending ones of the session. Earlier codes are void at once, or
   * with `untilFinish` at `finish` in that session. Without a session no codes are pending.
   */
  make(
    account: Pick<Account, 'id'>,
    of: { readonly at: number; readonly in?: { readonly session: string; readonly untilFinish: boolean } },
  ): Promise<{ readonly codes: readonly string[]; readonly madeAt: number }>;
  /** Whether there are codes of a session's set-up, which replace the earlier ones when it is finished. */
  isWaiting(account: Pick<Account, 'id'>, session: string): Promise<boolean>;
  /** Replaces the earlier codes by those of a session's set-up; false without such codes. */
  finish(account: Pick<Account, 'id'>, session: string): Promise<boolean>;
  /** The unused code of this account that a person typed; undefined without one. */
  find(account: Pick<Account, 'id'>, typed: string): Promise<FoundRecoveryCode | undefined>;
  /** Stored names of a code under each key, if it is this one. */
  namesOf(account: Pick<Account, 'id'>, typed: string): readonly string[];
  /** True for one of all racers. In the transaction of the effect. */
  spend(code: FoundRecoveryCode): Promise<boolean>;
}

export interface RecoveryCodesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
}

export function createRecoveryCodes({ db, clock, keyring }: RecoveryCodesDeps): RecoveryCodes {
  async function lastNumber(accountId: string): Promise<number> {
    const row = await db
      .q()
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.max('n').as('n'))
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row?.n ?? 0;
  }

  async function removeValid(accountId: string): Promise<void> {
    await db.q().deleteFrom('recovery_codes').where('account_id', '=', accountId).where('pending_until', 'is', null).execute();
  }

  /** Removes the codes of a set-up of this session that is not finished. */
  async function removeWaiting(accountId: string, session: string): Promise<void> {
    await db.q().deleteFrom('recovery_codes').where('account_id', '=', accountId).where('session_id', '=', session).execute();
  }

  async function isWaiting({ id }: Pick<Account, 'id'>, session: string): Promise<boolean> {
    const own = db.q().selectFrom('recovery_codes').select('n').where('account_id', '=', id).where('session_id', '=', session);
    return (await own.where('pending_until', '>', clock.now()).limit(1).execute()).length > 0;
  }

  // A text that no code has takes the same way.
  const namesOf = ({ id }: Pick<Account, 'id'>, typed: string) => keyring.macs('recovery-code', id, readRecoveryCode(typed) ?? typed);

  return {
    namesOf,

    async make({ id }, { at, in: { session, untilFinish } = { session: null, untilFinish: false } }) {
      const from = (await lastNumber(id)) + 1;
      if (session !== null) await removeWaiting(id, session);
      if (!untilFinish) await removeValid(id);
      const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode);
      const rows = codes.map((code, index) => ({
        account_id: id,
        n: from + index,
        mac: keyring.mac('recovery-code', id, code),
        used_at: null,
        made_at: at,
        pending_until: untilFinish ? at + limits.setUpLifeMs : null,
        session_id: untilFinish ? session : null,
      }));
      await db.q().insertInto('recovery_codes').values(rows).execute();
      return { codes: codes.map(shownRecoveryCode), madeAt: at };
    },

    isWaiting,

    async finish({ id }, session) {
      if (!(await isWaiting({ id }, session))) return false;
      await removeValid(id);
      return (await finishCodes(db, { accountId: id, session, at: clock.now() })) > 0;
    },

    async find({ id }, typed) {
      const row = await db
        .q()
        .selectFrom('recovery_codes')
        .select(['n', 'made_at'])
        .where('account_id', '=', id)
        .where('mac', 'in', namesOf({ id }, typed))
        .where('used_at', 'is', null)
        .where('pending_until', 'is', null)
        .executeTakeFirst();
      return row && { accountId: id, n: row.n, madeAt: row.made_at };
    },

    spend: ({ accountId, n }) => spendRecoveryCode(db, { accountId, n, at: clock.now() }),
  };
}
