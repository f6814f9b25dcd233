import { createHmac, randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import { sectorOf, type Sectored } from '#server/core/openid/client.ts';
import type { Db } from '#server/core/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { addKey, loadKeys } from '#server/platform/crypto/keys.repository.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { registrationOf } from './client-metadata.ts';

const purpose = 'openid-subject';

/** Computes the subject of an account for the apps of one sector: 128 bits that reveal nothing. */
export type PairwiseSubject = (client: Sectored, accountId: string) => Promise<string>;

/**
 * The key of pairwise subjects is random, shared by all instances and sealed in the table `keys`. It never rotates: an
 * app would take every person for a new one.
 */
export function createSubjects({
  db,
  keyring,
  clock,
}: {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly clock: Clock;
}): PairwiseSubject {
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

/**
 * Marks pairwise clients as such. The library's own registration takes the sector of the first redirect URL, which is
 * empty for native schemes, and asks more of clients of the device grant than we do.
 */
export function markPairwise(provider: Provider): void {
  const find = provider.Client.find.bind(provider.Client);
  provider.Client.find = async (id) => {
    const client = await find(id);
    if (client !== undefined && registrationOf(client).subject === 'pairwise') Object.assign(client, { subjectType: 'pairwise' });
    return client;
  };
}
