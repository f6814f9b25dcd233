import { claimOnce } from '#server/platform/claims/claims.guarded.ts';
import type { Db } from '#server/platform/db/db.ts';
import { redisPrefix, type Redis } from '#server/platform/redis/redis.ts';

export interface ProofClaim {
  /** Identifies the proof; not secret. */
  readonly id: string;
  /** Now, and the expiry of the proof: milliseconds since the epoch. */
  readonly at: number;
  readonly expiresAt: number;
}

/**
 * Spends a captcha's proof: true for exactly one caller. Uses Redis if configured, and the database while Redis does
 * not answer: a proof spent in one shortly before the switch can be spent once more in the other.
 */
export async function claimProof(
  { db, redis }: { readonly db: Db; readonly redis?: Redis | undefined },
  { id, at, expiresAt }: ProofClaim,
): Promise<boolean> {
  const isFirst = await redis?.ask(async (client) => {
    const answer = await client.set(`${redisPrefix}captcha:${id}`, '1', {
      condition: 'NX',
      expiration: { type: 'PX', value: Math.max(1, expiresAt - at) },
    });
    if (answer !== 'OK' && answer !== null) throw new Error('redis answered neither yes nor no');
    return answer === 'OK';
  });
  return isFirst ?? claimOnce(db, { kind: 'captcha', id, at, expiresAt });
}
