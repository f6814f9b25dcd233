import { accountEndpoints } from '#contract/account/account/account.ts';
import { accountSchemas } from '#contract/account/account/account.schemas.ts';
import { accountEtag, accountView, viewSettings } from '#server/core/account/account-view/account-view.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { followUrl, type Following } from './follow.ts';
import { keepAdded } from './keep-added.ts';
import { showQrcode } from './show-qrcode.ts';

/** The account as its owner sees it. The session has already loaded it, so no call here reads it again. */
export function accountRoutes(deps: Core & Following): BoundCalls {
  const viewOf = ({ verifiedUntil }: Pick<Session, 'verifiedUntil'>) => ({
    verifiedUntil,
    at: deps.store.clock.now(),
    ...viewSettings(deps.identity),
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
      const verifiedUntil = await deps.access.sessions.verifiedUntil(call.session.sessionId);
      return accountView(account, viewOf({ verifiedUntil }));
    },
  });
}
