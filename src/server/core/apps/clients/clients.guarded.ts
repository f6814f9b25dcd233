import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { OpenidClient } from './client.ts';

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
