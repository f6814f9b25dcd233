import { accountEndpoints } from '#contract/endpoints/account.ts';
import { accountSchemas } from '#contract/schemas/account.ts';
import { accountEtag, accountView, type AccountViewSettings } from '#server/core/accounts/account-view.ts';
import { implement } from '#server/core/sessions/implement.ts';
import type { Session, Sessions } from '#server/core/sessions/sessions.ts';
import type { Binding } from '#server/platform/http/implement.ts';
import { followUrl, type FollowDeps } from './follow.ts';
import { keepAdded, type KeepAddedDeps } from './keep-added.ts';
import { showQrcode, type ShowQrcodeDeps } from './show-qrcode.ts';

export interface AccountRoutesDeps extends ShowQrcodeDeps, FollowDeps, KeepAddedDeps, AccountViewSettings {
  readonly sessions: Pick<Sessions, 'verifiedUntil'>;
}

/** The account as its owner sees it. The session has brought it along: no call here reads it again. */
export function accountRoutes(deps: AccountRoutesDeps): Binding {
  const viewOf = ({ verifiedUntil }: Pick<Session, 'verifiedUntil'>) => ({
    verifiedUntil,
    at: deps.clock.now(),
    nicknamePeriodMs: deps.nicknamePeriodMs,
  });
  return implement(accountEndpoints, accountSchemas, {
    metainfo: (call) => {
      const { account } = call.session;
      const view = viewOf(call.session);
      const etag = accountEtag(account, view);
      call.header('etag', etag);
      return call.ifNoneMatch === etag ? call.notModified() : accountView(account, view);
    },
    location: (call) => ({ ...call.placeIn(call.session.account.language) }),
    async qrcodeConfig(call) {
      const { account } = call.session;
      return { showQrcode: account.showQrcode, url: await followUrl(deps, account) };
    },
    async showQrcode(call) {
      await showQrcode(deps, call.session.account, call.body.showQrcode);
      return {};
    },
    async keepAdded(call) {
      const account = await keepAdded(deps, { session: call.session, visit: call });
      const verifiedUntil = await deps.sessions.verifiedUntil(call.session.sessionId);
      return accountView(account, viewOf({ verifiedUntil }));
    },
  });
}
