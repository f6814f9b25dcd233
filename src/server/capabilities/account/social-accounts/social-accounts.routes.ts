import { socialAccountsEndpoints } from '#contract/account/social-accounts/social-accounts.ts';
import { socialAccountsSchemas } from '#contract/account/social-accounts/social-accounts.schemas.ts';
import type { Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { accountView, viewSettings } from '#server/core/account/account-view/account-view.ts';
import type { Core } from '#server/core/core.ts';
import { resolveContinue } from '#server/core/sign-in/continue-url/continue.ts';
import { answerSignedIn } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SocialClients } from '#server/platform/social/social.ts';
import { beginBind, bindPlatform, type BindInput, type ChangedAccount } from './bind-platform.ts';
import { listPlatforms, showPending } from './list-platforms.ts';
import type { PendingIdentity } from './pending-identity.ts';
import { registerByPlatform, type CopyAvatar } from './register-by-platform.ts';
import { beginSignIn, signInByPlatform, type CompleteSignIn } from './sign-in-by-platform.ts';
import { unbindObstacle, unbindPlatform } from './unbind-platform.ts';

/** Parts that the platforms need beside the nouns. */
export interface SocialParts {
  readonly social: SocialClients;
  readonly completeSignIn: CompleteSignIn;
  readonly copyAvatar: CopyAvatar;
}

interface CameBack {
  readonly platform: Platform;
  readonly code: string;
  readonly state: string;
  readonly asked?: Acr | undefined;
}

/** The calls of social accounts. */
export function socialAccountsRoutes(deps: Core & SocialParts): BoundCalls {
  const {
    store: { clock },
    identity,
  } = deps;

  function answerChanged(call: Call<Session>, { account, session }: ChangedAccount) {
    if (session) call.setSession(session.token, session.expiresAt);
    const verifiedUntil = session ? null : call.session.verifiedUntil;
    return accountView(account, { verifiedUntil, at: clock.now(), ...viewSettings(identity) });
  }

  async function signIn(call: Call<undefined>, cameBack: CameBack) {
    const result = await signInByPlatform(deps, call, cameBack);
    if ('pending' in result) return { ...pendingView(result.pending), freeze: result.freeze };
    return { account: answerSignedIn(call, result, deps.identity), continue: result.continue };
  }

  return implement(socialAccountsEndpoints, socialAccountsSchemas, {
    listPlatforms: (call) => listPlatforms(deps, call.session.account),
    beginPlatformBind: (call) => beginBind(deps, { session: call.session, visit: call }, call.query.platform),
    async bindPlatform(call) {
      return answerChanged(call, await bindPlatform(deps, { session: call.session, visit: call }, bindInput(call.body)));
    },
    previewPlatformUnbind: (call) => {
      const reason = unbindObstacle(call.session.account, call.query.platform);
      return { allowed: reason === '', reason };
    },
    async unbindPlatform(call) {
      return answerChanged(call, await unbindPlatform(deps, { session: call.session, visit: call }, call.body.platform));
    },
    platformSignInUrl: (call) => {
      const { platform, client_id: clientId = '', redirect_uri: redirectUri, scope = 'openid', state, redirect } = call.query;
      const request = redirectUri === undefined ? undefined : { clientId, redirectUri, scope, state };
      return beginSignIn(deps, call, { platform, request, redirect });
    },
    async platformBindInfo(call) {
      const { pending, isBound } = await showPending(deps, { platform: call.query.platform, visitor: call.visitor });
      return { bound: isBound, ...pendingView(pending) };
    },
    signInByPlatform: (call) => signIn(call, { ...call.body, asked: call.query.acr }),
    // Without a session, binding is the same as signing in; the key is for POST /platform/bind after signing in.
    bindByPlatform: (call) => signIn(call, call.body),
    async registerByPlatform(call) {
      const { phone, valid_code: code, platform, platform_key: platformKey, agreements = [], validate } = call.body;
      const signedIn = await registerByPlatform(deps, call, { phone, code, platform, platformKey, agreements, validate });
      const { redirect } = call.query;
      const goal = redirect === undefined ? signedIn.continue : resolveContinue(deps.evidence.publicUrl, redirect);
      return { account: answerSignedIn(call, signedIn, deps.identity), continue: goal };
    },
  });
}

function pendingView({ key, identity: { profile } }: PendingIdentity) {
  return { platform_key: key, name: profile?.name ?? '', avatar: profile?.avatarUrl ?? '' };
}

function bindInput(body: {
  readonly platform: Platform;
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly platform_key?: string | undefined;
}): BindInput {
  const { platform, code, state, platform_key: platformKey } = body;
  if (code !== undefined && state !== undefined) return { platform, code, state };
  if (platformKey === undefined) throw new Refusal('badRequest', { reason: 'neither code and state nor platform_key' });
  return { platform, platformKey };
}
