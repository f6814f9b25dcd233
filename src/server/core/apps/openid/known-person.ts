import type { Db } from '#server/core/database/db.ts';
import type { Apps } from './apps.ts';
import { accountKnownAs } from './known-subjects.repository.ts';

export interface KnownPersonDeps {
  readonly db: Db;
  readonly apps: Pick<Apps, 'clients' | 'consents'>;
}

/**
 * The account that an app knows under a `sub`, among those that allow it; undefined for none. Only by index: a pairwise
 * id is found once the app was told of it.
 */
export async function knownPerson(
  { db, apps: { clients, consents } }: KnownPersonDeps,
  { clientId, sub }: { readonly clientId: string; readonly sub: string },
): Promise<string | undefined> {
  const client = await clients.find(clientId);
  if (client === undefined) return undefined;
  if (client.subject === 'pairwise') return accountKnownAs(db, { clientId, subject: sub });
  return (await consents.find({ accountId: sub, clientId })) === undefined ? undefined : sub;
}
