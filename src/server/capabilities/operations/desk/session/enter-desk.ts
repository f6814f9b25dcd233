import { limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import { whyUnsound } from '#server/core/operations/staff/sound-account.ts';
import { memberOfAccount } from '#server/core/operations/staff/staff.repository.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { deskClientId } from '#server/core/apps/clients/client.ts';
import { deskClientSecret } from '#server/core/apps/clients/desk-client.ts';
import type { Store } from '#server/core/store.ts';
import { hour, minute, second } from '#server/platform/clock.ts';
import { newToken } from '#server/platform/ids.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { parseObject, textOf } from '#server/platform/outbound/loose-json.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';

/** A request to our own provider, inside the process. */
export type AskProvider = (request: {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly clientIp: string;
}) => Promise<{ readonly status: number; readonly body: string }>;

export interface EnterDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly journal: Pick<Journal, 'audit'>;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly askProvider: AskProvider;
  readonly site: { readonly deskUrl: string; readonly publicUrl: string };
}

/** Sign-ins that are strong enough: a passkey, or two steps. */
const levels: readonly Acr[] = ['phrh', 'phr', '2'];

/** How long a sign-in for the desk may take, and how long ago its proof may be. */
const wayMs = 15 * minute;
const freshMs = 5 * minute;
/** How long the page has to bring its key. */
export const entryMs = 2 * minute;

interface Way {
  readonly state: string;
  readonly begunAt: number;
}

/** Begins a sign-in through the product: where to go, and what the browser keeps until it comes back. */
export function beginWay({ store: { clock, keyring }, site }: EnterDeps): { readonly location: string; readonly cookie: string } {
  const way = { state: newToken(), begunAt: clock.now() };
  const query = new URLSearchParams({
    client_id: deskClientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri(site.deskUrl),
    state: way.state,
    nonce: nonceOf(keyring, way),
    code_challenge: createHash('sha256').update(verifierOf(keyring, way)).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'login',
    claims: JSON.stringify({ id_token: { acr: { essential: true, values: levels }, auth_time: { essential: true } } }),
  });
  return { location: `${site.publicUrl}/oidc/auth?${query.toString()}`, cookie: sealed(keyring, 'way', [way.state, String(way.begunAt)]) };
}

/** Result of a sign-in: the entry of a member, or the reason why nobody enters. */
export type Arrival = { readonly entry: string } | { readonly refused: 'way' | 'weak' | 'stranger' | 'held' };

/** Takes the code of a sign-in inside the process; the tokens are dropped at once. */
export async function finishWay(
  deps: EnterDeps,
  {
    cookie,
    query,
    clientIp,
    requestId,
  }: { readonly cookie: string | undefined; readonly query: URLSearchParams; readonly clientIp: string; readonly requestId: string },
): Promise<Arrival> {
  const { clock, keyring, db } = deps.store;
  const now = clock.now();
  const [state, begun] = opened(keyring, 'way', cookie) ?? [];
  const way = state === undefined ? undefined : { state, begunAt: Number(begun) };
  if (way === undefined || query.get('state') !== way.state || now - way.begunAt > wayMs) return { refused: 'way' };
  if (query.get('iss') !== deps.site.publicUrl) return { refused: 'way' };
  const claims = await takeCode(deps, way, { code: query.get('code') ?? '', clientIp });
  if (claims === undefined) return { refused: 'way' };
  const { sub: accountId, acr, authAt } = claims;
  const isStrong = levels.some((level) => level === acr);
  // The time of a sign-in has whole seconds.
  const isFresh = authAt >= way.begunAt - second && now - authAt <= freshMs;
  if (!isStrong || !isFresh) return { refused: 'weak' };
  const account = await deps.identity.accounts.findById(accountId);
  const member = await memberOfAccount(db, accountId);
  if (account === undefined || member === undefined || member.state === 'ended') {
    await noteRefusal(deps, { accountId, clientIp, requestId });
    return { refused: 'stranger' };
  }
  if (member.state !== 'active' || whyUnsound(account, { role: member.role, since: member.changedAt }) !== undefined)
    return { refused: 'held' };
  return { entry: sealed(keyring, 'entry', [accountId, String(authAt), String(now), newToken()]) };
}

/** A member who has just signed in. */
export interface Entry {
  readonly accountId: string;
  readonly proofAt: number;
}

/** The sign-in that a page brings to begin its session: good once, for two minutes. */
export async function redeemEntry(
  { store: { db, clock, keyring } }: Pick<EnterDeps, 'store'>,
  cookie: string | undefined,
): Promise<Entry | undefined> {
  const [accountId, authAt, issuedAt, id] = opened(keyring, 'entry', cookie) ?? [];
  const now = clock.now();
  if (accountId === undefined || id === undefined || now - Number(issuedAt) > entryMs) return undefined;
  const isFirst = await claimOnce(db, { kind: 'desk-entry', id, at: now, expiresAt: now + hour });
  return isFirst ? { accountId, proofAt: Number(authAt) } : undefined;
}

/** Whether a cookie is a sign-in of a member that has not run out; it may have been used. */
export function isEntry({ clock, keyring }: Pick<Store, 'clock' | 'keyring'>, cookie: string | undefined): boolean {
  const [, , issuedAt] = opened(keyring, 'entry', cookie) ?? [];
  return issuedAt !== undefined && clock.now() - Number(issuedAt) <= entryMs;
}

async function takeCode(
  { store: { keyring }, askProvider, site }: EnterDeps,
  way: Way,
  { code, clientIp }: { readonly code: string; readonly clientIp: string },
): Promise<{ readonly sub: string; readonly acr: string; readonly authAt: number } | undefined> {
  if (!/^[\w-]{20,200}$/.test(code)) return undefined;
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri(site.deskUrl),
    code_verifier: verifierOf(keyring, way),
  });
  const answer = await askProvider({
    method: 'POST',
    path: '/oidc/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${deskClientId}:${deskClientSecret(keyring)}`).toString('base64')}`,
    },
    body: form.toString(),
    clientIp,
  });
  const token = textOf(parseObject(answer.body), 'id_token');
  if (answer.status !== 200 || token === undefined) return undefined;
  // It comes from this process (OpenID Connect Core 3.1.3.7, 6).
  const { sub, aud, iss, nonce, acr, auth_time: authTime } = decodeJwt(token);
  const isOurs = aud === deskClientId && iss === site.publicUrl && nonce === nonceOf(keyring, way);
  if (!isOurs || sub === undefined || typeof acr !== 'string' || typeof authTime !== 'number') return undefined;
  return { sub, acr, authAt: authTime * second };
}

/** One row an hour and account. */
async function noteRefusal(
  { journal: { audit }, limiter }: EnterDeps,
  { accountId, clientIp, requestId }: { readonly accountId: string; readonly clientIp: string; readonly requestId: string },
): Promise<void> {
  const { ok } = await limiter.take([{ key: limitKey('desk-refused', accountId), limit: 1, windowMs: hour }]);
  if (ok) await audit.record({ event: 'desk.refused', accountId, origin: { clientIp, requestId }, detail: {} });
}

function redirectUri(deskUrl: string): string {
  return `${deskUrl}/desk/back`;
}

type Macs = Pick<Store['keyring'], 'mac' | 'macs'>;

function nonceOf(keyring: Macs, { state }: Way): string {
  return keyring.mac('desk', 'nonce', state);
}

function verifierOf(keyring: Macs, { state }: Way): string {
  return keyring.mac('desk', 'verifier', state);
}

/** Parts without a dot, and a keyed hash of them. */
function sealed(keyring: Macs, kind: 'way' | 'entry', parts: readonly string[]): string {
  return [...parts, keyring.mac('desk', kind, ...parts)].join('.');
}

function opened(keyring: Macs, kind: 'way' | 'entry', cookie: string | undefined): readonly string[] | undefined {
  const parts = cookie?.split('.') ?? [];
  const given = Buffer.from(parts.pop() ?? '');
  const isOurs = keyring
    .macs('desk', kind, ...parts)
    .some((mac) => mac.length === given.length && timingSafeEqual(Buffer.from(mac), given));
  return isOurs ? parts : undefined;
}
