import type { TokenUse } from '#server/core/apps/openid/token-use.ts';
import { minute, second, type Clock, type WallClock } from '#server/platform/clock.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import type { SeenProofs } from '#server/platform/limits/claims/seen-proofs.ts';
import { sha256 } from '#server/platform/ids.ts';

/** Proof algorithms, the same as the library's: an embedded RSA key costs nothing here. */
const algorithms = ['ES256', 'Ed25519', 'EdDSA'];

/** The largest difference between the time of a proof and its arrival, in the library; ours is shorter. */
const libraryAroundMs = 5 * minute;
export const aroundMs = minute;

export interface PossessionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly wall: WallClock;
  /** Proofs of reads, where this instance remembers them. */
  readonly seen?: SeenProofs;
}

/** Marks a proof as used: true for one caller. A proof is valid from before its time until after it. */
export async function markProof({ db, clock }: Pick<PossessionDeps, 'db' | 'clock'>, id: string): Promise<boolean> {
  const at = clock.now();
  return claimOnce(db, { kind: 'dpop', id: sha256(id), at, expiresAt: at + 2 * libraryAroundMs });
}

/**
 * Whether the sender of this request has the key that the token is bound to (RFC 9449 section 4.3): the proof is signed
 * by that key, for this method, URL and token, just now, and was not sent before.
 * @param jkt thumbprint of the key (RFC 7638)
 */
export async function provesPossession(deps: PossessionDeps, use: TokenUse, jkt: string): Promise<boolean> {
  const read = await readProof(deps, use);
  return read?.jkt === jkt && read.ath === sha256(use.token) && isFirst(deps, use, read);
}

/**
 * The key that has signed this request, if it is known: for a caller whose token is over. A proof of any other key is not
 * remembered, so that strangers leave nothing here.
 */
export async function provenKey(
  deps: PossessionDeps,
  use: Omit<TokenUse, 'token' | 'scheme'>,
  isKnown: (jkt: string) => Promise<boolean>,
): Promise<string | undefined> {
  const read = await readProof(deps, use);
  return read !== undefined && (await isKnown(read.jkt)) && (await isFirst(deps, use, read)) ? read.jkt : undefined;
}

interface ReadProof {
  readonly jkt: string;
  readonly jti: string;
  readonly ath: unknown;
}

/** A proof that some key has signed for this method and URL, just now. */
async function readProof(
  { wall }: PossessionDeps,
  { proof = '', method, url }: Pick<TokenUse, 'proof' | 'method' | 'url'>,
): Promise<ReadProof | undefined> {
  // Loaded on first use, together with the provider.
  const { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } = await import('jose');
  const now = wall.wall();
  const verified = await jwtVerify(proof, EmbeddedJWK, { algorithms, typ: 'dpop+jwt', currentDate: new Date(now) }).catch(() => undefined);
  const key = verified?.protectedHeader.jwk;
  if (verified === undefined || key === undefined) return undefined;
  const { htm, htu, ath, jti, iat } = verified.payload;
  const isForThis = htm === method && isAddress(htu, url);
  const isRecent = typeof iat === 'number' && Math.abs(now - iat * second) <= aroundMs;
  if (!isForThis || !isRecent || typeof jti !== 'string' || jti === '') return undefined;
  return { jkt: await calculateJwkThumbprint(key), jti, ath };
}

/** Whether a proof was not sent before. */
async function isFirst(deps: PossessionDeps, { method }: Pick<TokenUse, 'method'>, { jkt, jti }: ReadProof): Promise<boolean> {
  const id = `${jkt} ${jti}`;
  const isNew = method === 'GET' ? deps.seen?.mark(sha256(id), deps.clock.now()) : undefined;
  return isNew ?? markProof(deps, id);
}

/** The comparison ignores queries and fragments (RFC 9449 section 4.3). */
function isAddress(htu: unknown, url: string): boolean {
  const address = typeof htu === 'string' ? URL.parse(htu) : null;
  return address !== null && address.origin + address.pathname === url && address.username === '' && address.password === '';
}
