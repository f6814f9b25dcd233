import type { Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { SocialProof } from '#server/core/account/social-accounts/social-proof.ts';
import { continueToApp, resolveContinue, type AppRequest, type KnownRedirects } from '#server/core/sign-in/continue-url/continue.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { mayFreeze } from '#server/core/sign-in/ways/decisions.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { ruleRefusal } from '#server/platform/refusal.ts';
import type { SocialIdentity } from '#server/platform/social/social.ts';
import { beginAuthorization, finishAuthorization, mostRedirect, redirectUriOf, type AuthorizationDeps } from './authorization.ts';
import { findOwner, refreshSocialAccount, subjectsOf } from './social-accounts.repository.ts';
import { keepGrant } from './keep-grant.ts';
import { issuePending, type PendingDeps, type PendingIdentity } from './pending-identity.ts';

/** Signs in a proven owner: the same way for every kind of proof (`capabilities/sign-in`). */
export type CompleteSignIn = (visit: Visit, proven: SocialProof) => Promise<SignedInAccount>;

export interface SignInByPlatformDeps extends AuthorizationDeps, PendingDeps {
  readonly identity: Identity;
  readonly completeSignIn: CompleteSignIn;
  readonly apps: { readonly clients: KnownRedirects };
}

/** Signed in, with the URL to continue at; or without an account yet. */
export type PlatformSignIn =
  | (SignedInAccount & { readonly continue: string })
  /** `freeze` is a ticket that freezes the account that had the social account lately, or ''. */
  | { readonly pending: PendingIdentity; readonly freeze: string };

/**
 * Sends a visitor to a platform, to sign in. With the address of a registered app its request continues afterwards.
 * @throws {Refusal} configFail; badRequest with the field for an address that is neither the callback page nor one of
 * the app, and for a request that is too long to be kept
 */
export async function beginSignIn(
  deps: SignInByPlatformDeps,
  visit: Visit,
  {
    platform,
    request,
    redirect,
  }: { readonly platform: Platform; readonly request: AppRequest | undefined; readonly redirect: string | undefined },
): Promise<{ readonly url: string }> {
  const isOfApp = request !== undefined && request.redirectUri !== redirectUriOf(deps, platform);
  const goal = isOfApp ? await continueToApp(deps.apps.clients, request) : resolveContinue(deps.evidence.publicUrl, redirect);
  if (goal === undefined) throw ruleRefusal({ redirect_uri: 'invalid' });
  if (isOfApp && goal.length > mostRedirect) throw ruleRefusal({ redirect_uri: 'max' });
  const { url } = await beginAuthorization(deps, visit, { platform, accountId: '', redirect: goal });
  return { url };
}

/**
 * Signs in a person who came back from a platform, or keeps them under a key if no account here has bound them: a
 * matching name or phone binds nothing.
 *
 * Identify the person → find the account → one transaction: new data from the platform, session, audit.
 *
 * @throws {Refusal} as `finishAuthorization`; passwordLocked, deletionPending, secondStepNeeded with the URL to continue at
 */
export async function signInByPlatform(
  deps: SignInByPlatformDeps,
  visit: Visit,
  {
    platform,
    code,
    state,
    asked,
  }: { readonly platform: Platform; readonly code: string; readonly state: string; readonly asked?: Acr | undefined },
): Promise<PlatformSignIn> {
  const {
    store: { db },
  } = deps;
  const { identity, redirect } = await finishAuthorization(deps, visit, { platform, code, state, accountId: '' });
  const owner = await findOwner(db, identity);
  const account = owner === undefined ? undefined : await deps.identity.accounts.findLive(owner);
  if (owner === undefined || account === undefined)
    return {
      pending: await issuePending(deps, visit.visitor, { identity, redirect }),
      freeze: await ticketToFreeze(deps, visit, identity),
    };
  const signedIn = await deps.completeSignIn(visit, {
    account,
    event: 'sign-in.social',
    goal: redirect,
    asked,
    async settle() {
      await refreshSocialAccount(db, owner, identity);
      await keepGrant(deps.store, owner, identity);
      await raiseVersion(db, owner);
    },
  });
  return { ...signedIn, continue: redirect };
}

/**
 * A thief unlinks what the owner signs in with, and links their own: it freezes the account like all that the account had, and proves on
 * the way back. It speaks for itself, and for no other former social account.
 */
async function ticketToFreeze(
  { identity: { accounts, formers }, evidence }: SignInByPlatformDeps,
  visit: Visit,
  of: SocialIdentity,
): Promise<string> {
  const owner = await formers.ownerOfSocial(of.platform, subjectsOf(of));
  const account = owner && (await accounts.findLive(owner.id));
  if (account === undefined) return '';
  const former = (await formers.of(account)).find(({ id, way }) => owner?.was.includes(id) && mayFreeze(way));
  if (former === undefined) return '';
  return evidence.signInTickets.issue(visit, { account, purpose: 'recover', shown: [{ id: former.way.id }], isUncounted: true });
}
