import { defaultLanguage, forEveryLanguage, type InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Db } from '#server/core/database/db.ts';
import { removeStreamsOf } from '#server/core/apps/signals/signals.repository.ts';
import { createAppSecrets, type AppSecrets } from '#server/core/apps/app-secrets/app-secrets.repository.ts';
import { clientDefaults, isClientId, workingClient, type OpenidClient } from './client.ts';
import type { ClientState } from './clients.table.ts';

/** Tables whose rows go with their app. */
const ofApps = ['app_secrets', 'app_versions', 'app_testers', 'app_transfers', 'app_failures', 'app_usage', 'trials'] as const;

/** A client with what only its row knows. */
export interface Registration {
  readonly client: OpenidClient;
  /** The account that registered it; null for the operator's. */
  readonly ownerId: string | null;
  readonly state: ClientState;
  readonly version: number;
  /** When it first went live, in milliseconds. */
  readonly liveAt: number | null;
}

/** A client for the provider, with the hashes of its secrets that work; none for a public client. */
export interface ClientWithSecrets {
  readonly client: OpenidClient;
  readonly state: ClientState;
  readonly secretHashes: readonly string[];
}

/** The SQL on clients. Conditional changes are in `clients.guarded.ts`. */
export interface OpenidClients {
  readonly secrets: AppSecrets;
  find(id: string): Promise<OpenidClient | undefined>;
  findRegistration(id: string): Promise<Registration | undefined>;
  /** With the secrets that work at `at`. */
  findWithSecrets(id: string, at: number): Promise<ClientWithSecrets | undefined>;
  list(): Promise<readonly OpenidClient[]>;
  registrations(): Promise<readonly Registration[]>;
  /** False when the id exists. */
  add(client: OpenidClient, secret: string | undefined, at: number): Promise<boolean>;
  /** Adds a secret; all others end at `othersEndAt`. False for an unknown id. Opens a transaction. */
  replaceSecret(of: { readonly id: string; readonly secret: string; readonly at: number; readonly othersEndAt: number }): Promise<boolean>;
  /** Removes the client with its secrets and all its consents. False for an unknown id. */
  remove(id: string): Promise<boolean>;
  /** Removes the apps of an account in the same way, in the caller's transaction. */
  removeOfOwner(accountId: string): Promise<void>;
}

export function createOpenidClients({ db }: { readonly db: Db }): OpenidClients {
  // Apps name each other and themselves by texts that they choose: only the form of an id reaches the database.
  const byId = async (id: string) =>
    isClientId(id) ? db.q().selectFrom('openid_clients').selectAll().where('id', '=', id).executeTakeFirst() : undefined;
  const secrets = createAppSecrets(db);
  const registrations = async (): Promise<readonly Registration[]> => {
    const rows = await db.q().selectFrom('openid_clients').selectAll().orderBy('id').execute();
    return rows.map(toRegistration);
  };

  return {
    secrets,
    async find(id) {
      const row = await byId(id);
      return row && readClient(row.metadata);
    },
    async findRegistration(id) {
      const row = await byId(id);
      return row && toRegistration(row);
    },
    async findWithSecrets(id, at) {
      const row = await byId(id);
      if (row === undefined) return undefined;
      const kept = await secrets.list(id);
      const secretHashes = kept.filter(({ endsAt }) => endsAt === null || endsAt > at).map(({ hash }) => hash);
      return { client: workingClient(readClient(row.metadata), at), state: row.state, secretHashes };
    },
    list: async () => (await registrations()).map(({ client }) => client),
    registrations,
    add: async (client, secret, at) =>
      db.tx(async () => {
        const { numInsertedOrUpdatedRows } = await db
          .q()
          .insertInto('openid_clients')
          .values({
            id: client.id,
            metadata: JSON.stringify(client),
            created_at: at,
            owner_id: null,
            state: 'live',
            version: 1,
            kind: client.kind,
            ...freshRow,
            live_at: at,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows !== 1n) return false;
        if (secret !== undefined) await secrets.add({ clientId: client.id, kind: 'secret', secret, at });
        return true;
      }),
    replaceSecret: async ({ id, secret, at, othersEndAt }) =>
      db.tx(async () => {
        if ((await byId(id)) === undefined) return false;
        const but = await secrets.add({ clientId: id, kind: 'secret', secret, at });
        await secrets.endOthers({ clientId: id, but, endsAt: othersEndAt });
        return true;
      }),
    remove: async (id) => db.tx(async () => removeOne(db, id)),
    async removeOfOwner(accountId) {
      const own = await db.q().selectFrom('openid_clients').select('id').where('owner_id', '=', accountId).execute();
      for (const { id } of own) await removeOne(db, id);
    },
  };
}

/** The columns of an app without a domain, a review or an end. */
export const freshRow = {
  publisher_domain: '',
  domain_state: '',
  domain_by: '',
  domain_token: '',
  domain_seen_at: null,
  domain_gone_at: null,
  reviewed_domain: '',
  suspended_because: '',
  state_before: '',
  granted_names: '',
  scope_reasons: '',
  live_at: null,
  purge_at: null,
} as const;

/** Removes a client with all that hangs on it, in the caller's transaction. */
async function removeOne(db: Db, id: string): Promise<boolean> {
  await db.q().deleteFrom('openid_records').where('client_id', '=', id).execute();
  await db.q().deleteFrom('openid_consents').where('client_id', '=', id).execute();
  await removeStreamsOf(db, id);
  for (const table of ofApps) await db.q().deleteFrom(table).where('client_id', '=', id).execute();
  const { numDeletedRows } = await db.q().deleteFrom('openid_clients').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

function toRegistration(row: {
  readonly metadata: string;
  readonly owner_id: string | null;
  readonly state: ClientState;
  readonly version: number;
  readonly live_at: number | null;
}): Registration {
  return { client: readClient(row.metadata), ownerId: row.owner_id, state: row.state, version: row.version, liveAt: row.live_at };
}

/** The description in a row. */
export function readClient(metadata: string): OpenidClient {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this module writes it, after `checkClient`
  const client = { ...clientDefaults, ...(JSON.parse(metadata) as OpenidClient) };
  const { name, links } = client;
  const { home, privacy, terms } = links;
  return { ...client, name: completed(name), links: { home, privacy: completed(privacy), terms: completed(terms) } };
}

/** A client from before a language was added lacks its text; the text of the default language replaces it. */
function completed(texts: Partial<InEveryLanguage>): InEveryLanguage {
  return forEveryLanguage((language) => texts[language] ?? texts[defaultLanguage] ?? '');
}
