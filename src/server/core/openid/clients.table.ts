import { isBookkeeping, isSecret, table } from '#server/platform/db/table.ts';

/** Clients of the OpenID provider. */
export interface OpenidClientsTable {
  id: string;
  /** Sealed; null for a public client. */
  sealed_secret: string | null;
  /** JSON of the client (`core/openid/client.ts`). */
  metadata: string;
  created_at: number;
}

export const openidClients = table<OpenidClientsTable>()({
  name: 'openid_clients',
  key: ['id'],
  sweep: 'never, because an operator removes them',
  erase: 'of nobody, because they are apps, by their operators',
  restore: 'keep, because they are what the operator has set up',
  merge: 'keep',
  columns: { id: isBookkeeping, sealed_secret: isSecret, metadata: isBookkeeping, created_at: isBookkeeping },
});
