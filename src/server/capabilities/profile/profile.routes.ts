import { profileEndpoints } from '#contract/endpoints/profile.ts';
import { profileSchemas } from '#contract/schemas/profile.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { accountView } from '#server/core/accounts/account-view.ts';
import { implement } from '#server/core/sessions/implement.ts';
import type { Session, Sessions } from '#server/core/sessions/sessions.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { Binding } from '#server/platform/http/implement.ts';
import { changeLanguage } from './change-language.ts';
import { changeProfile, type ChangeProfileDeps } from './change-profile.ts';
import { changeRegion, type ChangeRegionDeps } from './change-region.ts';

export interface ProfileRoutesDeps extends ChangeProfileDeps, ChangeRegionDeps {
  readonly sessions: Sessions;
}

/** Names, region, language and profile items. Every call answers the account as it then is. */
export function profileRoutes(deps: ProfileRoutesDeps): Binding {
  const show = (account: Account, verifiedUntil: number | null) =>
    accountView(account, { verifiedUntil, at: deps.clock.now(), nicknamePeriodMs: deps.nicknamePeriodMs });

  return implement(profileEndpoints, profileSchemas, {
    updateUsername: async (call) => show(await changeProfile(deps, personOf(call), call.body), call.session.verifiedUntil),
    updateNickname: async (call) => show(await changeProfile(deps, personOf(call), call.body), call.session.verifiedUntil),
    async updateRegion(call) {
      const account = await changeRegion(deps, personOf(call), call.body.region);
      // The proof is spent: another may be left.
      return show(account, await deps.sessions.verifiedUntil(call.session.sessionId));
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
