import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { minute, second, type WallClock } from '#server/platform/clock.ts';

/** How far the clock of a browser may be from ours. */
export const proofToleranceMs = minute;

/** A request that its browser has signed. */
export interface DeskProof {
  /** Thumbprint of the key, by RFC 7638. */
  readonly thumbprint: string;
  readonly jti: string;
}

/**
 * Checks that a request was signed by the key that it brings, in the form of RFC 9449 section 4.2. Undefined for
 * anything else. Whether the proof was used before is the caller's question.
 */
export async function checkDeskProof(
  proof: string | undefined,
  { method, url, wall }: { readonly method: string; readonly url: string; readonly wall: WallClock },
): Promise<DeskProof | undefined> {
  if (proof === undefined || proof.length > 2000) return undefined;
  const now = wall.wall();
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: ['ES256'],
      typ: 'dpop+jwt',
      currentDate: new Date(now),
    });
    const { htm, htu, iat, jti } = payload;
    const { jwk } = protectedHeader;
    const isFresh = iat !== undefined && Math.abs(iat * second - now) <= proofToleranceMs;
    if (!isFresh || htm !== method || htu !== url || jwk === undefined || typeof jti !== 'string' || !/^[\w-]{16,64}$/.test(jti)) {
      return undefined;
    }
    return { thumbprint: await calculateJwkThumbprint(jwk), jti };
  } catch {
    return undefined;
  }
}
