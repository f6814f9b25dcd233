import type { Db } from '#server/core/database/db.ts';
import { day } from '#server/platform/clock.ts';
import { newId, sha256 } from '#server/platform/ids.ts';

/** A secret of an app, without the secret. Times are milliseconds. */
export interface AppSecret {
  readonly id: string;
  readonly kind: 'secret' | 'trial';
  readonly hash: string;
  readonly hint: string;
  readonly madeAt: number;
  readonly endsAt: number | null;
  readonly usedDay: string;
  /** When a restore or a freeze has put it on hold; null for all others. */
  readonly heldAt: number | null;
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
  /** Ends every secret of an app at `endsAt` that would work longer, except `but`. None of them can be confirmed any more. */
  endOthers(of: { readonly clientId: string; readonly but?: string; readonly endsAt: number }): Promise<void>;
  /** Ends the secrets that have an end already, in the hands of another owner. */
  endReplaced(of: { readonly clientId: string; readonly at: number }): Promise<void>;
  /** Ends one secret. False for an unknown one. */
  end(of: { readonly clientId: string; readonly id: string; readonly endsAt: number }): Promise<boolean>;
  /** Ends every live secret of developers' apps `holdMs` later unless it is confirmed before. Returns the apps with such. */
  holdAll(of: { readonly at: number }): Promise<readonly string[]>;
  /** Does the same for those that the apps of a developer got since a moment, in the transaction of a freeze. */
  holdNew(of: { readonly ownerId: string; readonly since: number; readonly at: number }): Promise<void>;
  /** Takes the hold from a live secret. False for one that has ended, or has none. */
  confirm(of: { readonly clientId: string; readonly id: string; readonly at: number }): Promise<boolean>;
  /** Notes the day of a use, once a day. */
  touch(of: { readonly clientId: string; readonly hash: string; readonly day: string }): Promise<void>;
}

/** A secret on hold works so long: its developer answers in time, and an app meets no outage. */
export const holdMs = 7 * day;

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
      return rows.map(({ id, kind, hash, hint, made_at, ends_at, used_day, held_at }) => ({
        id,
        kind,
        hash,
        hint,
        madeAt: made_at,
        endsAt: ends_at,
        usedDay: used_day,
        heldAt: held_at,
      }));
    },
    async add({ clientId, kind, secret, at, endsAt = null }) {
      const id = newId();
      await db
        .q()
        .insertInto('app_secrets')
        .values({
          id,
          client_id: clientId,
          kind,
          hash: sha256(secret),
          hint: secret.slice(-4),
          made_at: at,
          ends_at: endsAt,
          used_day: '',
          held_at: null,
        })
        .execute();
      return id;
    },
    async endOthers({ clientId, but = '', endsAt }) {
      await db
        .q()
        .updateTable('app_secrets')
        .set((eb) => ({
          held_at: null,
          ends_at: eb.case().when('ends_at', '<=', endsAt).then(eb.ref('ends_at')).else(endsAt).end(),
        }))
        .where('client_id', '=', clientId)
        .where('id', '!=', but)
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
    ...holds(db),
    async touch({ clientId, hash, day: today }) {
      await db
        .q()
        .updateTable('app_secrets')
        .set({ used_day: today })
        .where('client_id', '=', clientId)
        .where('hash', '=', hash)
        .where('used_day', '<', today)
        .execute();
    },
  };
}

/** Secrets that a restore or a freeze puts on hold. */
function holds(db: Db) {
  const apps = () => db.q().selectFrom('openid_clients').select('id');
  const hold = (clients: ReturnType<typeof apps>, { since, at }: { readonly since: number; readonly at: number }) =>
    db
      .q()
      .updateTable('app_secrets')
      .set({ held_at: at, ends_at: at + holdMs })
      .where('client_id', 'in', clients)
      .where('kind', '=', 'secret')
      .where('held_at', 'is', null)
      .where('made_at', '>=', since)
      // One that ends sooner ends then.
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at + holdMs)]))
      .execute();

  return {
    async endReplaced({ clientId, at }) {
      await db
        .q()
        .updateTable('app_secrets')
        .set({ ends_at: at })
        .where('client_id', '=', clientId)
        .where('ends_at', '>', at)
        .where('held_at', 'is', null)
        .execute();
    },
    async holdNew({ ownerId, ...when }) {
      await hold(apps().where('owner_id', '=', ownerId), when);
    },
    async holdAll({ at }) {
      await hold(apps().where('owner_id', 'is not', null), { since: 0, at });
      // Secrets of a run before count too: that run's messages have gone.
      const held = await db
        .q()
        .selectFrom('app_secrets')
        .select('client_id')
        .distinct()
        .where('held_at', 'is not', null)
        .where('ends_at', '>', at)
        .execute();
      return held.map(({ client_id: clientId }) => clientId);
    },
    async confirm({ clientId, id, at }) {
      const { numUpdatedRows } = await db
        .q()
        .updateTable('app_secrets')
        .set({ held_at: null, ends_at: null })
        .where('client_id', '=', clientId)
        .where('id', '=', id)
        .where('held_at', 'is not', null)
        .where('ends_at', '>', at)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  } satisfies Partial<AppSecrets>;
}
