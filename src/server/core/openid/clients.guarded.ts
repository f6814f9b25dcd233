import type { Db } from '#server/core/database.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { OpenidClient } from './client.ts';
import type { ClientState } from './clients.table.ts';

/** Replaces the description of an app: true if it still has the version that the change was made from. */
export async function changeClient(
  db: Db,
  { client, version }: { readonly client: OpenidClient; readonly version: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_clients')
      .set({ metadata: JSON.stringify(client), kind: client.kind, version: version + 1 })
      .where('id', '=', client.id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  );
}

/** Moves an app from one of some states to another: true for the one caller that found it there. */
export async function transitionClient(
  db: Db,
  { id, from, to }: { readonly id: string; readonly from: readonly ClientState[]; readonly to: ClientState },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_clients')
      .set({ state: to })
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirstOrThrow(),
  );
}
