import { isScope, type Scope } from '#contract/vocabulary/scopes.ts';
import type { Recorded } from '#server/core/protection/audit/audit.ts';
import type { Db } from '#server/core/database/db.ts';

/** Scopes that an account granted to a client. Times are milliseconds. */
export interface Consent {
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** Allowed claims beyond the scopes, and `personal`. */
  readonly more: readonly string[];
  readonly authorizedAt: number;
  readonly lastUsedAt: number;
}

interface Whose {
  readonly accountId: string;
  readonly clientId: string;
}

/** The SQL on consents. They outlive a change of credentials: only tokens end with it (ADR 5). */
export interface Consents {
  find(of: Whose): Promise<Consent | undefined>;
  /** The accounts that have allowed an app. */
  accountsOf(clientId: string): Promise<readonly string[]>;
  /** Newest first. */
  list(accountId: string): Promise<readonly Consent[]>;
  /** Writes the scopes; the time of the first authorization stays, unless the person was to be asked again. */
  allow(
    of: Whose & {
      readonly scopes: readonly Scope[];
      readonly more: readonly string[];
      readonly at: number;
    },
  ): Promise<void>;
  /** Keeps the people who have allowed an app, but not their permissions: each person is asked again. */
  askAgain(clientId: string): Promise<void>;
  narrow(of: Whose & { readonly scopes: readonly Scope[]; readonly more: readonly string[] }): Promise<void>;
  touch(of: Whose & { readonly at: number }): Promise<void>;
  /** Removes the consent with all its codes, tokens and grants, in the caller's transaction. */
  remove(of: Whose): Promise<void>;
  /** Removes all of an account whose apps have been notified of the event, as `remove` does, and returns their number. */
  removeAll(told: Recorded): Promise<number>;
  /** Ends every code, token and grant of the app for this account; the consent stays. */
  endTokens(of: Whose): Promise<void>;
}

/** The provider's sessions belong to all clients; interactions belong to no account yet. */
const tokenModels = ['Grant', 'AccessToken', 'RefreshToken', 'AuthorizationCode', 'DeviceCode'] as const;

export function createConsents(db: Db): Consents {
  const ofAccount = (accountId: string) =>
    db
      .q()
      .selectFrom('openid_consents')
      .select(['client_id', 'scopes', 'more', 'authorized_at', 'last_used_at'])
      .where('account_id', '=', accountId);

  const consents: Consents = {
    async find({ accountId, clientId }) {
      const row = await ofAccount(accountId).where('client_id', '=', clientId).executeTakeFirst();
      return row && toConsent(row);
    },
    async accountsOf(clientId) {
      const rows = await db.q().selectFrom('openid_consents').select('account_id').where('client_id', '=', clientId).execute();
      return rows.map((row) => row.account_id);
    },
    async list(accountId) {
      const rows = await ofAccount(accountId).orderBy('authorized_at', 'desc').orderBy('client_id').execute();
      return rows.map(toConsent);
    },
    async allow({ accountId, clientId, scopes, more, at }) {
      const known = await consents.find({ accountId, clientId });
      const changes = {
        scopes: scopes.join(' '),
        more: more.join(' '),
        authorized_at: known === undefined || known.scopes.length === 0 ? at : known.authorizedAt,
        last_used_at: at,
      };
      await db
        .q()
        .insertInto('openid_consents')
        .values({ account_id: accountId, client_id: clientId, ...changes })
        .onConflict((conflict) => conflict.columns(['account_id', 'client_id']).doUpdateSet(changes))
        .execute();
    },
    async askAgain(clientId) {
      await db.q().updateTable('openid_consents').set({ scopes: '', more: '' }).where('client_id', '=', clientId).execute();
    },
    async narrow({ accountId, clientId, scopes, more }) {
      await db
        .q()
        .updateTable('openid_consents')
        .set({ scopes: scopes.join(' '), more: more.join(' ') })
        .where('account_id', '=', accountId)
        .where('client_id', '=', clientId)
        .execute();
    },
    async touch({ accountId, clientId, at }) {
      await db
        .q()
        .updateTable('openid_consents')
        .set({ last_used_at: at })
        .where('account_id', '=', accountId)
        .where('client_id', '=', clientId)
        .where('last_used_at', '<', at)
        .execute();
    },
    async remove({ accountId, clientId }) {
      await db.q().deleteFrom('openid_consents').where('account_id', '=', accountId).where('client_id', '=', clientId).execute();
      await consents.endTokens({ accountId, clientId });
    },
    async removeAll({ accountId }) {
      const { numDeletedRows } = await db.q().deleteFrom('openid_consents').where('account_id', '=', accountId).executeTakeFirstOrThrow();
      await db.q().deleteFrom('openid_records').where('account_id', '=', accountId).where('model', 'in', tokenModels).execute();
      return Number(numDeletedRows);
    },
    async endTokens({ accountId, clientId }) {
      await db
        .q()
        .deleteFrom('openid_records')
        .where('account_id', '=', accountId)
        .where('client_id', '=', clientId)
        .where('model', 'in', tokenModels)
        .execute();
    },
  };
  return consents;
}

function toConsent(row: {
  readonly client_id: string;
  readonly scopes: string;
  readonly more: string;
  readonly authorized_at: number;
  readonly last_used_at: number;
}): Consent {
  return {
    clientId: row.client_id,
    scopes: row.scopes.split(' ').filter(isScope),
    more: row.more.split(' ').filter((name) => name !== ''),
    authorizedAt: row.authorized_at,
    lastUsedAt: row.last_used_at,
  };
}
