import { callbackPath, type Platform } from '#contract/vocabulary/platforms.ts';
import type { RefusalName } from '#contract/errors.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { accountHome } from '#server/core/sign-in/continue-url/continue.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { minute } from '#server/platform/clock.ts';
import { claimSocialState, type SocialState } from './authorizations.guarded.ts';
import { takeStrangerPlace } from '#server/platform/db/tables/stranger-rows.guarded.ts';
import { strangerSource, type StrangerBudget } from '#server/platform/db/tables/stranger-rows.ts';
import { newState, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  SocialError,
  type SocialClient,
  type SocialClients,
  type SocialFailure,
  type SocialIdentity,
} from '#server/platform/social/social.ts';
import type { Store } from '#server/core/store.ts';
import { insertSocialState } from './authorizations.repository.ts';

export interface AuthorizationDeps {
  readonly store: Store;
  readonly evidence: Evidence;
  readonly journal: Journal;
  readonly social: SocialClients;
}

/** As long as the platforms' own codes live. */
export const authorizationLifeMs = 10 * minute;

/**
 * People who are at a platform to sign in. A returning person frees the place; the others occupy it until it expires.
 */
export const stateBudget = {
  mark: 's',
  table: 'social_states',
  ipv4: 60,
  ipv6: 20,
  site: 50_000,
  beyond: 'oldestGoes',
} as const satisfies StrangerBudget;

/**
 * Characters of the URL to continue at: longer than any page of this site needs. A longer one is replaced by the
 * account home.
 */
export const mostRedirect = 512;

const refusals: Readonly<Record<SocialFailure, RefusalName>> = {
  code: 'socialStateInvalid',
  person: 'antiCheating',
  configuration: 'configFail',
  unavailable: 'unavailable',
  timeout: 'gatewayTimeout',
};

/** @throws {Refusal} configFail for a platform that is not configured, also for people who left when it still was */
export function clientOf({ social }: Pick<AuthorizationDeps, 'social'>, platform: Platform): SocialClient {
  const client = social[platform];
  if (client === undefined) throw new Refusal('configFail', { reason: `${platform} is not configured` });
  return client;
}

/** The only URL that a platform may send people back to. */
export function redirectUriOf({ evidence: { publicUrl } }: Pick<AuthorizationDeps, 'evidence'>, platform: Platform): string {
  return publicUrl + callbackPath(platform);
}

/**
 * Sends a person to a platform. The state is bound to browser, platform and purpose, and is valid once.
 * @throws {Refusal} configFail
 */
export async function beginAuthorization(
  deps: AuthorizationDeps,
  visit: Pick<Visit, 'visitor' | 'lang' | 'userAgent' | 'clientIp'>,
  { platform, accountId, redirect }: { readonly platform: Platform; readonly accountId: string; readonly redirect: string },
): Promise<{ readonly url: string; readonly state: string }> {
  const { lang, userAgent, visitor, clientIp } = visit;
  const state = newState();
  const redirectUri = redirectUriOf(deps, platform);
  const { url, app } = clientOf(deps, platform).authorize({ state, redirectUri, language: lang, userAgent });
  const at = deps.store.clock.now();
  const id = sha256(state);
  const goal = redirect.length > mostRedirect ? accountHome : redirect;
  await deps.store.db.tx(async () => {
    await insertSocialState(deps.store.db, {
      id,
      platform,
      visitor,
      at,
      expiresAt: at + authorizationLifeMs,
      app,
      accountId,
      redirect: goal,
    });
    if (accountId !== '') return;
    const source = strangerSource(deps.store.keyring, stateBudget, clientIp);
    // The oldest goes, so there is room.
    if (!(await takeStrangerPlace(deps.store.db, stateBudget, { id, source })))
      throw new Refusal('unavailable', { reason: 'no room for a state' });
  });
  return { url, state };
}

export interface Authorized extends Pick<SocialState, 'redirect'> {
  readonly identity: SocialIdentity;
}

/**
 * Identifies a person returning from a platform. Spends the state first, whatever the result of the code.
 * @param accountId the account to bind; '' for a sign-in: neither accepts the state of the other
 * @throws {Refusal} socialStateInvalid when the state is unknown, used, expired, of another browser, platform or
 * purpose, or the platform does not take the code; antiCheating when it refuses the person; configFail, unavailable,
 * gatewayTimeout
 */
export async function finishAuthorization(
  deps: AuthorizationDeps,
  { visitor }: Pick<Visit, 'visitor'>,
  {
    platform,
    code,
    state,
    accountId,
  }: { readonly platform: Platform; readonly code: string; readonly state: string; readonly accountId: string },
): Promise<Authorized> {
  const client = clientOf(deps, platform);
  const claimed = await claimSocialState(deps.store.db, { id: sha256(state), platform, visitor, at: deps.store.clock.now() });
  if (claimed?.accountId !== accountId || code === '') throw new Refusal('socialStateInvalid', { reason: 'state' });
  try {
    const identity = await client.exchange({ code, app: claimed.app, redirectUri: redirectUriOf(deps, platform) });
    return { identity, redirect: claimed.redirect };
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    const { failure, providerCode } = error;
    const level = failure === 'configuration' ? 'error' : 'warn';
    deps.journal.log[level]({ platform, failure, providerCode }, 'a platform did not say who somebody is');
    throw new Refusal(refusals[failure], { reason: `${platform} ${failure} ${providerCode}` });
  }
}
