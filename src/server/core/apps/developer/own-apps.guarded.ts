import type { ClientState, OpenidClientsTable } from '#server/core/apps/clients/clients.table.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import type { HandedClient } from './hand-over.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/**
 * Replaces the description of an app of this owner, if it still has the version that the change was made from and is in
 * one of these states.
 */
export async function changeOwnApp(
  db: Db,
  change: {
    readonly client: OpenidClient;
    readonly ownerId: string;
    readonly version: number;
    readonly states: readonly ClientState[];
    readonly scopeReasons?: string;
  },
): Promise<boolean> {
  const { client, ownerId, version, states, scopeReasons } = change;
  return won(
    await unguarded(db)
      .updateTable('openid_clients')
      .set({
        metadata: JSON.stringify(client),
        kind: client.kind,
        version: version + 1,
        ...(scopeReasons === undefined ? {} : { scope_reasons: scopeReasons }),
      })
      .where('id', '=', client.id)
      .where('owner_id', '=', ownerId)
      .where('version', '=', version)
      .where('state', 'in', states)
      .executeTakeFirstOrThrow(),
  );
}

/** Columns that may change with a state. */
type Rest = Partial<Pick<OpenidClientsTable, 'purge_at' | 'suspended_because' | 'live_at' | 'reviewed_domain'>>;

/**
 * Moves an app from one of some states to another, and notes what belongs to it: true for the one caller that found it
 * there. Every move is a new version, so that a form from before it is refused.
 */
export async function moveApp(
  db: Db,
  move: {
    readonly id: string;
    readonly from: readonly ClientState[];
    readonly to: ClientState;
    readonly ownerId?: string;
    /** The state to come back to. */
    readonly before?: ClientState | '';
    readonly rest?: Rest;
  },
): Promise<boolean> {
  const { id, from, to, ownerId, before, rest = {} } = move;
  const update = unguarded(db)
    .updateTable('openid_clients')
    .set((eb) => ({ ...rest, state: to, version: eb('version', '+', 1), ...(before === undefined ? {} : { state_before: before }) }))
    .where('id', '=', id)
    .where('state', 'in', from);
  return won(await (ownerId === undefined ? update : update.where('owner_id', '=', ownerId)).executeTakeFirstOrThrow());
}

/**
 * Gives an app to another owner: true only while it belongs to the first, and is not deleted. One that is live is tested
 * again, because its new owner has met no condition of that yet.
 */
export async function giveApp(
  db: Db,
  { client, from, to }: { readonly client: HandedClient; readonly from: string; readonly to: string },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_clients')
      .set((eb) => ({
        owner_id: to,
        state: 'test',
        version: eb('version', '+', 1),
        metadata: JSON.stringify(client),
        publisher_domain: '',
        domain_state: 'none',
        domain_by: '',
        domain_token: '',
        domain_seen_at: null,
        domain_gone_at: null,
        reviewed_domain: '',
      }))
      .where('id', '=', client.id)
      .where('owner_id', '=', from)
      .where('state', 'not in', ['deleted', 'suspended'])
      .executeTakeFirstOrThrow(),
  );
}
