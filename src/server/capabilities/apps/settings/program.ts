import { limits } from '#contract/limits.ts';
import { settingsScope } from '#contract/apps/settings/settings.words.ts';
import type { Core } from '#server/core/core.ts';
import { tokenSchemes, tokenUseOf, type OwnerOf } from '#server/core/apps/openid/token-use.ts';
import { hour } from '#server/platform/clock.ts';
import type { Call } from '#server/platform/http/call.ts';
import { limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface ProgramDeps extends Pick<Core, 'evidence' | 'gate' | 'apps'> {
  readonly ownerOf: OwnerOf;
}

/** A program of the system, for one account. */
export interface Program {
  readonly accountId: string;
  readonly clientId: string;
}

/** The audience of tokens for the calls of programs. */
function ownApi(publicUrl: string): string {
  return `${publicUrl}/api`;
}

/**
 * The program that calls: its token is for this API, has the scope, and its client is a program of the system. Counts
 * the call for the account.
 * @throws {Refusal} unauthorized, forbidden (both with the error of RFC 6750 in WWW-Authenticate), tooManyRequests
 */
export async function programOf(
  { evidence: { publicUrl }, gate: { limiter, rateFactor }, apps: { clients }, ownerOf }: ProgramDeps,
  call: Pick<Call, 'requestHeader' | 'header'>,
  { method, path }: { readonly method: string; readonly path: string },
): Promise<Program> {
  const audience = ownApi(publicUrl);
  const use = tokenUseOf(call, { method, url: `${audience}${path}`, audience });
  const owner = use && (await ownerOf(use));
  if (use === undefined || owner === undefined) {
    call.header('www-authenticate', use === undefined ? tokenSchemes : `${use.scheme} error="invalid_token"`);
    throw new Refusal('unauthorized', { reason: 'no live access token for this API' });
  }
  const { accountId, clientId, scopes } = owner;
  if (!scopes.has(settingsScope) || (await clients.find(clientId))?.system !== true) {
    call.header('www-authenticate', `${use.scheme} error="insufficient_scope", scope="${settingsScope}"`);
    throw new Refusal('forbidden', { reason: 'the token or the program may not use settings' });
  }
  const [kind, limit] =
    method === 'GET' ? (['read', limits.settingReadsPerHour] as const) : (['write', limits.settingWritesPerHour] as const);
  const taken = await limiter.take([{ key: limitKey(`settings-${kind}`, accountId), limit: limit * rateFactor, windowMs: hour }]);
  if (!taken.ok) throw new Refusal('tooManyRequests', { reason: 'settings of the account', retryAfter: taken.retryAfterSeconds });
  return { accountId, clientId };
}
