import type { Db } from '#server/core/database/db.ts';
import type { LinkKind } from './link-rows.ts';

export interface LinkRecord {
  readonly id: string;
  readonly accountId: string;
  readonly sealed: string;
  readonly expiresAt: number;
}

/** The SQL on `links`. Claiming and voiding are in `links.guarded.ts`. */
export interface LinkRows {
  /** Credential epoch of an account; 0 without an account. */
  epochOf(accountId: string): Promise<number>;
  insert(link: {
    readonly id: string;
    readonly kind: LinkKind;
    readonly accountId: string;
    readonly credentialEpoch: number | null;
    readonly sealed: string;
    readonly at: number;
    readonly expiresAt: number;
  }): Promise<void>;
  /** The live link of this kind: unspent, not expired, and of the account's current credentials. */
  findLive(link: { readonly id: string; readonly kind: LinkKind; readonly at: number }): Promise<LinkRecord | undefined>;
}

export function createLinkRows(db: Db): LinkRows {
  return {
    async epochOf(accountId) {
      const row = await db.q().selectFrom('accounts').select('credential_epoch').where('id', '=', accountId).executeTakeFirst();
      return row?.credential_epoch ?? 0;
    },

    async insert({ id, kind, accountId, credentialEpoch, sealed, at, expiresAt }) {
      await db
        .q()
        .insertInto('links')
        .values({
          id,
          kind,
          account_id: accountId,
          credential_epoch: credentialEpoch,
          sealed,
          created_at: at,
          expires_at: expiresAt,
          voided_at: null,
          used_at: null,
        })
        .execute();
    },

    async findLive({ id, kind, at }) {
      const row = await db
        .q()
        .selectFrom('links')
        .innerJoin('accounts', 'accounts.id', 'links.account_id')
        .select(['links.id', 'links.account_id', 'links.sealed', 'links.expires_at'])
        .where('links.id', '=', id)
        .where('links.kind', '=', kind)
        .where('links.used_at', 'is', null)
        .where('links.voided_at', 'is', null)
        .where('links.expires_at', '>', at)
        .where((eb) =>
          eb.or([eb('links.credential_epoch', 'is', null), eb('links.credential_epoch', '=', eb.ref('accounts.credential_epoch'))]),
        )
        .executeTakeFirst();
      return row && { id: row.id, accountId: row.account_id, sealed: row.sealed, expiresAt: row.expires_at };
    },
  };
}
