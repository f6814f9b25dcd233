import { profileEndpoints } from '#contract/account/profile/profile.ts';
import { profileSchemas } from '#contract/account/profile/profile.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { accountView, viewSettings } from '#server/core/account/account-view/account-view.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { changeLanguage } from './change-language.ts';
import { changeProfile } from './change-profile.ts';
import { changeRegion } from './change-region.ts';

/** Names, region, language and profile items. Every call answers with the changed account. */
export function profileRoutes(deps: Core): BoundCalls {
  const show = (account: Account, verifiedUntil: number | null) =>
    accountView(account, { verifiedUntil, at: deps.store.clock.now(), ...viewSettings(deps.identity) });

  return implement(profileEndpoints, profileSchemas, {
    updateUsername: async (call) => show(await changeProfile(deps, personOf(call), call.body), call.session.verifiedUntil),
    updateNickname: async (call) => show(await changeProfile(deps, personOf(call), call.body), call.session.verifiedUntil),
    async updateRegion(call) {
      const account = await changeRegion(deps, personOf(call), call.body.region);
      if (!call.langChosen) call.setLanguage(account.language);
      // The proof is spent: another may be left.
      return show(account, await deps.access.sessions.verifiedUntil(call.session.sessionId));
    },
    async updateLanguage(call) {
      const account = await changeLanguage(deps, personOf(call), call.body.lang);
      call.setLanguage(account.language);
      return show(account, call.session.verifiedUntil);
    },
    updateUserinfo: async (call) => show(await changeProfile(deps, personOf(call), call.body), call.session.verifiedUntil),
  });
}

function personOf(call: Call<Session>) {
  return { session: call.session, visit: call };
}
