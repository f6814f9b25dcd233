import type { Account } from '#server/core/account/accounts/account.ts';
import { selectAccount, toAccount, type AccountRow } from '#server/core/account/accounts/account-rows.repository.ts';
import { assuranceIn, columnsOfAssurance } from '#server/core/sign-in/ways/assurance-columns.ts';
import { insertSession } from './sessions.guarded.ts';
import type { Assurance } from '#server/core/sign-in/ways/assurance.ts';
import type { Db } from '#server/core/database/db.ts';

export interface SessionRecord {
  readonly id: string;
  readonly credentialEpoch: number;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly idleExpiresAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
  readonly verifiedUntil: number | null;
  readonly assurance: Assurance;
}

interface SessionRow extends AccountRow {
  readonly session_id: string;
  readonly session_epoch: number;
  readonly session_created_at: number;
  readonly last_seen_at: number;
  readonly idle_expires_at: number;
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly verified_until: number | null;
  readonly auth_at: number;
  readonly acr: string;
  readonly amr: string;
  readonly ways: string;
}

/** Use of a session at a moment, which moves its expiry. */
export interface SessionUse {
  readonly id: string;
  readonly at: number;
  readonly idleExpiresAt: number;
}

/** The SQL on `sessions`. Ending and verifying are in `sessions.guarded.ts`. */
export interface SessionRows {
  /** The session with its whole account in one query, because every signed-in request runs it. */
  find(id: string, now: number): Promise<{ readonly session: SessionRecord; readonly account: Account } | undefined>;
  insert(session: {
    readonly id: string;
    readonly accountId: string;
    readonly credentialEpoch: number;
    readonly at: number;
    readonly idleExpiresAt: number;
    readonly expiresAt: number;
    readonly clientIp: string;
    readonly userAgent: string;
    readonly assurance: Assurance;
    /** Until when it may make a passkey silently; null when it may not. */
    readonly silentPasskeyUntil: number | null;
  }): Promise<void>;
  /** Moves "last seen" forward, never back. */
  touch(use: SessionUse): Promise<void>;
  /** Null when it may not. */
  silentPasskeyUntil(id: string): Promise<number | null>;
  /** Time of the last end of a session of an account; null without one. */
  lastEnd(accountId: string): Promise<number | null>;
  /** The oldest live sessions of an account beyond its limit; never `newest`, which was just inserted. */
  surplus(of: { readonly accountId: string; readonly newest: string; readonly at: number }): Promise<string[]>;
}

/** `keep`: maximum number of live sessions per account. */
export function createSessionRows(db: Db, { keep }: { readonly keep: number }): SessionRows {
  const byId = db.prepare<{ id: string }, SessionRow>((q, param) =>
    selectAccount(q)
      .innerJoin('sessions', 'sessions.account_id', 'accounts.id')
      .where('sessions.id', '=', param('id'))
      .select([
        'sessions.id as session_id',
        'sessions.credential_epoch as session_epoch',
        'sessions.created_at as session_created_at',
        'sessions.last_seen_at',
        'sessions.idle_expires_at',
        'sessions.expires_at',
        'sessions.ended_at',
        'sessions.verified_until',
        'sessions.auth_at',
        'sessions.acr',
        'sessions.amr',
        'sessions.ways',
      ]),
  );

  const touchRow = db.prepare<{ id: string; at: number; idle_expires_at: number }, unknown>((q, param) =>
    q
      .updateTable('sessions')
      .set({ last_seen_at: param('at'), idle_expires_at: param('idle_expires_at') })
      .where('id', '=', param('id'))
      .where('last_seen_at', '<', param('at')),
  );

  const newestFirst = db.prepare<{ account_id: string; newest: string; at: number }, { readonly id: string }>((q, param) =>
    q
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', param('account_id'))
      .where('id', '<>', param('newest'))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', param('at'))
      .where('idle_expires_at', '>', param('at'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(keep - 1),
  );

  return {
    async find(id, now) {
      const [row] = await byId({ id });
      if (!row) return undefined;
      return {
        session: {
          id: row.session_id,
          credentialEpoch: row.session_epoch,
          createdAt: row.session_created_at,
          lastSeenAt: row.last_seen_at,
          idleExpiresAt: row.idle_expires_at,
          expiresAt: row.expires_at,
          endedAt: row.ended_at,
          verifiedUntil: row.verified_until,
          assurance: assuranceIn(row),
        },
        account: toAccount(row, now),
      };
    },

    async insert({ id, accountId, credentialEpoch, at, idleExpiresAt, expiresAt, clientIp, userAgent, assurance, silentPasskeyUntil }) {
      await insertSession(db, {
        id,
        account_id: accountId,
        credential_epoch: credentialEpoch,
        at,
        idle_expires_at: idleExpiresAt,
        expires_at: expiresAt,
        client_ip: clientIp,
        user_agent: userAgent.slice(0, 512),
        passkey_until: silentPasskeyUntil,
        ...columnsOfAssurance(assurance),
      });
    },

    async touch({ id, at, idleExpiresAt }) {
      await touchRow({ id, at, idle_expires_at: idleExpiresAt });
    },

    async silentPasskeyUntil(id) {
      const row = await db.q().selectFrom('sessions').select('passkey_until').where('id', '=', id).executeTakeFirst();
      return row?.passkey_until ?? null;
    },

    async lastEnd(accountId) {
      const row = await db
        .q()
        .selectFrom('sessions')
        .select((eb) => eb.fn.max('ended_at').as('at'))
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.at ?? null;
    },

    async surplus({ accountId, newest, at }) {
      const rows = await newestFirst({ account_id: accountId, newest, at });
      return rows.map((row) => row.id);
    },
  };
}
