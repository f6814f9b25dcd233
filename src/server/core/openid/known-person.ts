import type { Apps } from './apps.ts';

/**
 * The account that an app knows under a `sub`, among those that allow it; undefined for none. By index alone: a pairwise
 * id is found once the app was told of it.
 */
export async function knownPerson(
  { clients, consents }: Pick<Apps, 'clients' | 'consents'>,
  { clientId, sub }: { readonly clientId: string; readonly sub: string },
): Promise<string | undefined> {
  const client = await clients.find(clientId);
  if (client === undefined) return undefined;
  if (client.subject === 'pairwise') return consents.accountKnownAs({ clientId, subject: sub });
  return (await consents.find({ accountId: sub, clientId })) === undefined ? undefined : sub;
}
