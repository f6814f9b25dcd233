import type { Db } from '#server/core/database.ts';
import { newId, sha256 } from '#server/platform/ids.ts';

/** A secret of an app, without the secret. Times are milliseconds. */
export interface AppSecret {
  readonly id: string;
  readonly kind: 'secret' | 'try';
  readonly hash: string;
  readonly hint: string;
  readonly madeAt: number;
  readonly endsAt: number | null;
  readonly usedDay: string;
}

/** The SQL on secrets of apps. */
export interface AppSecrets {
  /** All of an app, ended ones too, the oldest first. */
  list(clientId: string): Promise<readonly AppSecret[]>;
  /** Returns its id. */
  add(secret: {
    readonly clientId: string;
    readonly kind: AppSecret['kind'];
    readonly secret: string;
    readonly at: number;
    readonly endsAt?: number;
  }): Promise<string>;
  /** Ends every secret of an app at `endsAt` that would work longer, except `but`. */
  endOthers(of: { readonly clientId: string; readonly but?: string; readonly endsAt: number }): Promise<void>;
  /** Ends one secret. False for an unknown one. */
  end(of: { readonly clientId: string; readonly id: string; readonly endsAt: number }): Promise<boolean>;
  /** Notes the day of a use, once a day. */
  touch(of: { readonly clientId: string; readonly hash: string; readonly day: string }): Promise<void>;
}

export function createAppSecrets(db: Db): AppSecrets {
  return {
    async list(clientId) {
      const rows = await db
        .q()
        .selectFrom('app_secrets')
        .selectAll()
        .where('client_id', '=', clientId)
        .orderBy('made_at')
        .orderBy('id')
        .execute();
      return rows.map(({ id, kind, hash, hint, made_at, ends_at, used_day }) => ({
        id,
        kind,
        hash,
        hint,
        madeAt: made_at,
        endsAt: ends_at,
        usedDay: used_day,
      }));
    },
    async add({ clientId, kind, secret, at, endsAt = null }) {
      const id = newId();
      await db
        .q()
        .insertInto('app_secrets')
        .values({ id, client_id: clientId, kind, hash: sha256(secret), hint: secret.slice(-4), made_at: at, ends_at: endsAt, used_day: '' })
        .execute();
      return id;
    },
    async endOthers({ clientId, but = '', endsAt }) {
      await db
        .q()
        .updateTable('app_secrets')
        .set({ ends_at: endsAt })
        .where('client_id', '=', clientId)
        .where('id', '!=', but)
        .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', endsAt)]))
        .execute();
    },
    async end({ clientId, id, endsAt }) {
      const { numUpdatedRows } = await db
        .q()
        .updateTable('app_secrets')
        .set({ ends_at: endsAt })
        .where('client_id', '=', clientId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async touch({ clientId, hash, day }) {
      await db
        .q()
        .updateTable('app_secrets')
        .set({ used_day: day })
        .where('client_id', '=', clientId)
        .where('hash', '=', hash)
        .where('used_day', '<', day)
        .execute();
    },
  };
}
