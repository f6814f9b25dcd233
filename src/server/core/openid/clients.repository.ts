import { defaultLanguage, forEveryLanguage, type InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database.ts';
import type { OpenidClient } from './client.ts';

const purpose = 'openid-client-secret';

/** A client for the provider, with its secret; undefined for a public client. */
export interface ClientWithSecret {
  readonly client: OpenidClient;
  readonly secret: string | undefined;
}

/** The SQL on clients. Secrets are sealed instead of hashed, because the provider compares them. */
export interface OpenidClients {
  find(id: string): Promise<OpenidClient | undefined>;
  findWithSecret(id: string): Promise<ClientWithSecret | undefined>;
  list(): Promise<readonly OpenidClient[]>;
  /** False when the id exists. */
  add(client: OpenidClient, secret: string | undefined, at: number): Promise<boolean>;
  /** False for an unknown id. */
  setSecret(id: string, secret: string): Promise<boolean>;
  /** Removes the client with all its consents. False for an unknown id. */
  remove(id: string): Promise<boolean>;
}

export function createOpenidClients({ db, keyring }: { readonly db: Db; readonly keyring: Keyring }): OpenidClients {
  const byId = async (id: string) => db.q().selectFrom('openid_clients').selectAll().where('id', '=', id).executeTakeFirst();
  return {
    async find(id) {
      const row = await byId(id);
      return row && parse(row.metadata);
    },
    async findWithSecret(id) {
      const row = await byId(id);
      return (
        row && { client: parse(row.metadata), secret: row.sealed_secret === null ? undefined : keyring.open(purpose, row.sealed_secret) }
      );
    },
    async list() {
      const rows = await db.q().selectFrom('openid_clients').selectAll().orderBy('id').execute();
      return rows.map(({ metadata }) => parse(metadata));
    },
    async add(client, secret, at) {
      const { numInsertedOrUpdatedRows } = await db
        .q()
        .insertInto('openid_clients')
        .values({
          id: client.id,
          sealed_secret: secret === undefined ? null : keyring.seal(purpose, secret),
          metadata: JSON.stringify(client),
          created_at: at,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    async setSecret(id, secret) {
      const { numUpdatedRows } = await db
        .q()
        .updateTable('openid_clients')
        .set({ sealed_secret: keyring.seal(purpose, secret) })
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    remove: async (id) =>
      db.tx(async () => {
        await db.q().deleteFrom('openid_records').where('client_id', '=', id).execute();
        await db.q().deleteFrom('openid_consents').where('client_id', '=', id).execute();
        const { numDeletedRows } = await db.q().deleteFrom('openid_clients').where('id', '=', id).executeTakeFirstOrThrow();
        return numDeletedRows === 1n;
      }),
  };
}

function parse(metadata: string): OpenidClient {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `add` writes it, after `checkClient`
  const client = JSON.parse(metadata) as OpenidClient;
  const { name, links } = client;
  const { home, privacy, terms } = links;
  return { ...client, name: completed(name), links: { home, privacy: completed(privacy), terms: completed(terms) } };
}

/** A client from before a language was added lacks its text; the text of the default language replaces it. */
function completed(texts: Partial<InEveryLanguage>): InEveryLanguage {
  return forEveryLanguage((language) => texts[language] ?? texts[defaultLanguage] ?? '');
}
