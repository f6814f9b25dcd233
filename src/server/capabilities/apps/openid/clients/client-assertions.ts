import { errors, type Client, type KoaContextWithOIDC } from 'oidc-provider';
import { brokenKeyRule } from '#server/core/apps/clients/client-keys.ts';
import type { OpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { minute, second } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/ids.ts';
import { callPublic } from '#server/platform/outbound/call-public.ts';
import { callOut } from '#server/platform/outbound/call-out.ts';
import type { WorldStore } from '#server/core/store.ts';
import { protocolPaths } from '../protocol-paths.ts';

/** Seconds. */
const longestLife = (5 * minute) / second;
/** Seconds that the clock of an app may be ahead of ours, or behind. */
export const clockTolerance = 10;
const mostIdLength = 128;
const types: readonly unknown[] = [undefined, 'JWT', 'client-authentication+jwt'];

type Claims = Readonly<Record<string, unknown>>;

/**
 * Checks what the library leaves open in the assertion of an app (RFC 7523): its only audience is this server, it lives
 * for five minutes at most, it was made just now, and it is used once. A verified signature came before.
 * @throws {errors.InvalidClientAuth}
 */
export async function checkAssertion(
  { store: { db, clock, wall }, publicUrl, isFapi }: { readonly store: WorldStore; readonly publicUrl: string; readonly isFapi: boolean },
  { claims, header, clientId }: { readonly claims: Claims; readonly header: Claims; readonly clientId: string },
): Promise<void> {
  const { iss, sub, aud, exp, iat, nbf, jti } = claims;
  const now = wall.wall() / second;
  const refuseUnless = (isRight: boolean, what: string): void => {
    if (!isRight) throw new errors.InvalidClientAuth(`client_assertion: ${what}`);
  };
  refuseUnless(types.includes(header['typ']) && header['crit'] === undefined, 'typ or crit is wrong');
  refuseUnless(iss === clientId && sub === clientId, 'iss and sub must be the client_id');
  refuseUnless(isAudience(aud, publicUrl, isFapi), 'aud is wrong');
  for (const moment of [exp, iat, nbf]) refuseUnless(moment === undefined || isNumber(moment), 'a time is not a number');
  const made = isNumber(iat) ? iat : now;
  refuseUnless(made <= now + clockTolerance && made >= now - longestLife - clockTolerance, 'iat is too far away');
  refuseUnless(!isNumber(nbf) || nbf <= now + clockTolerance, 'nbf is too far away');
  refuseUnless(
    isNumber(exp) && exp > made && exp - made <= longestLife && exp <= now + longestLife + clockTolerance,
    'exp is too far away',
  );
  refuseUnless(typeof jti === 'string' && jti.length > 0 && jti.length <= mostIdLength, 'jti is wrong');
  const at = clock.now();
  const mark = { kind: 'assertion', id: sha256(`${clientId} ${String(jti)}`), at, expiresAt: at + 2 * longestLife * second };
  refuseUnless(await claimOnce(db, mark), 'jti was used before');
}

/** The issuer; also the token endpoint for an app without the profile, or both. No other audience beside them. */
function isAudience(aud: unknown, issuer: string, isFapi: boolean): boolean {
  if (isFapi) return aud === issuer;
  const allowed: readonly unknown[] = [issuer, new URL(protocolPaths.token, issuer).href];
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return named.length > 0 && named.length <= allowed.length && named.every((one) => allowed.includes(one));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The hook of the library for `checkAssertion`. */
export function assertionCheck(deps: {
  readonly store: WorldStore;
  readonly evidence: { readonly publicUrl: string };
  readonly clients: OpenidClients;
}) {
  return async (_ctx: KoaContextWithOIDC, claims: object, header: object, client: Pick<Client, 'clientId'>): Promise<void> => {
    const { clientId } = client;
    const isFapi = (await deps.clients.find(clientId))?.profile === 'fapi2';
    const said = { claims: { ...claims }, header: { ...header }, clientId };
    await checkAssertion({ store: deps.store, publicUrl: deps.evidence.publicUrl, isFapi }, said);
  };
}

const keysTimeoutMs = 3 * second;
const keysMaxBytes = 32 * 1024;

/**
 * Reads the public keys of an app from its address. The keys of a stranger's app come from a public address; a set with
 * a private, weak or huge key is refused before the library sees it.
 * @throws {Error}
 */
export async function fetchClientKeys(url: URL, { isOperators }: { readonly isOperators: boolean }): Promise<Response> {
  const call = { timeoutMs: keysTimeoutMs, maxBytes: keysMaxBytes, headers: { accept: 'application/json, application/jwk-set+json' } };
  const { status, bytes } = await (isOperators ? callOut(url, call) : callPublic(url, call));
  if (status !== 200) throw new Error(`the keys of an app have the status ${status}`);
  const text = bytes.toString();
  const rule = brokenKeyRule(JSON.parse(text));
  if (rule !== undefined) throw new Error(`the keys of an app break the rule ${rule}`);
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}
