import type { Selectable } from 'kysely';
import type { DomainProof, DomainState } from '#contract/apps/developer/developer.words.ts';
import type { Scope } from '#contract/vocabulary/scopes.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { freshRow, readClient } from '#server/core/apps/clients/clients.repository.ts';
import type { ClientState, OpenidClientsTable } from '#server/core/apps/clients/clients.table.ts';
import { notHeld } from '#server/core/account/holds/holds.repository.ts';
import type { Db } from '#server/core/database/db.ts';

/** An app of a developer. Times are milliseconds. */
export interface OwnApp {
  readonly client: OpenidClient;
  readonly ownerId: string;
  readonly state: ClientState;
  readonly stateBefore: ClientState | '';
  readonly version: number;
  readonly domain: {
    readonly name: string;
    readonly state: DomainState;
    readonly by: DomainProof | '';
    readonly token: string;
    readonly seenAt: number | null;
    readonly goneAt: number | null;
  };
  readonly reviewedDomain: string;
  readonly suspendedBecause: string;
  readonly grantedNames: readonly string[];
  readonly reasons: readonly ScopeReason[];
  readonly createdAt: number;
  readonly liveAt: number | null;
  readonly purgeAt: number | null;
}

export interface ScopeReason {
  readonly scope: Scope;
  readonly reason: string;
}

/** The SQL on apps of developers; the operator's apps are in no answer. */
export interface OwnApps {
  /** Only of this owner: undefined for an app of somebody else. */
  findOf(ownerId: string, id: string): Promise<OwnApp | undefined>;
  /** App of any developer, for an operator. */
  find(id: string): Promise<OwnApp | undefined>;
  /** Oldest first. */
  list(ownerId: string): Promise<readonly OwnApp[]>;
  /** False when the id exists. */
  add(app: { readonly client: OpenidClient; readonly ownerId: string; readonly at: number }): Promise<boolean>;
  setDomain(id: string, domain: OwnApp['domain']): Promise<void>;
  setReasons(id: string, reasons: readonly ScopeReason[]): Promise<void>;
  setGrantedNames(id: string, names: readonly string[]): Promise<void>;
  /** Names of live apps of other developers. */
  liveNames(exceptOwner: string): Promise<readonly string[]>;
  /** Apps whose deletion is due. */
  due(at: number): Promise<readonly string[]>;
  /** Apps with a domain that was proven. */
  withDomain(): Promise<readonly OwnApp[]>;
}

function ownRows(db: Db) {
  return db.q().selectFrom('openid_clients').selectAll().where('owner_id', 'is not', null);
}

export function createOwnApps(db: Db): OwnApps {
  const rows = () => ownRows(db);
  return {
    async findOf(ownerId, id) {
      const row = await rows().where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst();
      return row && toOwnApp(row);
    },
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toOwnApp(row);
    },
    async list(ownerId) {
      return (await rows().where('owner_id', '=', ownerId).orderBy('created_at').orderBy('id').execute()).map(toOwnApp);
    },
    async add({ client, ownerId, at }) {
      const { numInsertedOrUpdatedRows } = await db
        .q()
        .insertInto('openid_clients')
        .values({
          ...freshRow,
          id: client.id,
          metadata: JSON.stringify(client),
          created_at: at,
          owner_id: ownerId,
          state: 'test',
          version: 1,
          kind: client.kind,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    async setDomain(id, { name, state, by, token, seenAt, goneAt }) {
      await db
        .q()
        .updateTable('openid_clients')
        .set({
          publisher_domain: name,
          domain_state: state,
          domain_by: by,
          domain_token: token,
          domain_seen_at: seenAt,
          domain_gone_at: goneAt,
        })
        .where('id', '=', id)
        .execute();
    },
    async setReasons(id, reasons) {
      await db
        .q()
        .updateTable('openid_clients')
        .set({ scope_reasons: JSON.stringify(reasons) })
        .where('id', '=', id)
        .execute();
    },
    async setGrantedNames(id, names) {
      await db
        .q()
        .updateTable('openid_clients')
        .set({ granted_names: JSON.stringify(names) })
        .where('id', '=', id)
        .execute();
    },
    liveNames: (exceptOwner) => liveNames(rows(), exceptOwner),
    async due(at) {
      const found = await db
        .q()
        .selectFrom('openid_clients')
        .select('id')
        .where('state', '=', 'deleted')
        .where('purge_at', '<=', at)
        .where(notHeld('openid_clients.owner_id', at))
        .execute();
      return found.map(({ id }) => id);
    },
    async withDomain() {
      return (await rows().where('domain_state', 'in', ['proven', 'gone']).execute()).map(toOwnApp);
    },
  };
}

type Row = Selectable<OpenidClientsTable>;

async function liveNames(rows: ReturnType<typeof ownRows>, exceptOwner: string): Promise<readonly string[]> {
  const found = await rows.where('owner_id', '!=', exceptOwner).where('live_at', 'is not', null).where('state', '!=', 'deleted').execute();
  return [...new Set(found.flatMap((row) => Object.values(toOwnApp(row).client.name)))];
}

export function toOwnApp(row: Row): OwnApp {
  return {
    client: readClient(row.metadata),
    ownerId: row.owner_id ?? '',
    state: row.state,
    stateBefore: row.state_before,
    version: row.version,
    domain: {
      name: row.publisher_domain,
      state: row.domain_state === '' ? 'none' : row.domain_state,
      by: row.domain_by,
      token: row.domain_token,
      seenAt: row.domain_seen_at,
      goneAt: row.domain_gone_at,
    },
    reviewedDomain: row.reviewed_domain,
    suspendedBecause: row.suspended_because,
    grantedNames: row.granted_names === '' ? [] : JSON.parse(row.granted_names),
    reasons: row.scope_reasons === '' ? [] : JSON.parse(row.scope_reasons),
    createdAt: row.created_at,
    liveAt: row.live_at,
    purgeAt: row.purge_at,
  };
}
