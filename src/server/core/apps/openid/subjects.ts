import { createHmac, randomBytes } from 'node:crypto';
import { sectorOf, type Sectored } from '#server/core/apps/clients/client.ts';
import type { Store } from '#server/core/store.ts';
import type { OpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import { addKey, loadKeys } from '#server/platform/crypto/keys.repository.ts';

const purpose = 'openid-subject';

/** Computes the subject of an account for the apps of one sector: 128 bits that reveal nothing. */
export type PairwiseSubject = (client: Sectored, accountId: string) => Promise<string>;

/**
 * The key of pairwise subjects is random, shared by all instances and sealed in the table `keys`. It never rotates: an
 * app would take every person for a new one.
 */
export function createSubjects({ db, keyring, clock }: Store): PairwiseSubject {
  let known: Promise<string> | undefined;

  async function load(): Promise<string> {
    const at = clock.now();
    if ((await loadKeys(db, { purpose, at })).length === 0) {
      const sealed = keyring.seal(purpose, randomBytes(32).toString('base64url'));
      await addKey(db, { key: { id: `${purpose}:1`, purpose, public_part: '', sealed_part: sealed, created_at: at }, othersRetireAt: at });
    }
    const [row] = await loadKeys(db, { purpose, at });
    if (row === undefined) throw new Error('The key of pairwise subjects could not be kept.');
    return keyring.open(purpose, row.sealed_part);
  }

  return async (client, accountId) => {
    known ??= load();
    known.catch(() => {
      known = undefined;
    });
    const mac = createHmac('sha256', Buffer.from(await known, 'base64url')).update(JSON.stringify([sectorOf(client), accountId]));
    return mac.digest().subarray(0, 16).toString('base64url');
  };
}

/** The id under which an app knows an account. */
type SubjectOf = (clientId: string, accountId: string) => Promise<string>;

export function subjectsOfApps(store: Store, clients: Pick<OpenidClients, 'find'>): SubjectOf {
  const pairwise = createSubjects(store);
  return async (clientId, accountId) => {
    const client = await clients.find(clientId);
    return client?.subject === 'pairwise' ? pairwise(client, accountId) : accountId;
  };
}
