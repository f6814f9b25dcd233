import { noticesEndpoints } from '#contract/protection/notices/notices.ts';
import { noticesSchemas } from '#contract/protection/notices/notices.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { readNoticeSettings, type ChosenNotices } from '#server/core/protection/notices/notice-settings.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { changeNotices } from './change-notices.ts';

/** How an account is told. */
export function noticesRoutes(deps: Core): BoundCalls {
  return implement(noticesEndpoints, noticesSchemas, {
    async showNotices(call) {
      const chosen = await readNoticeSettings(deps.store.db, call.session.accountId);
      const etag = `"${chosen.version}"`;
      call.header('etag', etag);
      return call.ifNoneMatch === etag ? call.notModified() : viewOf(chosen);
    },
    async changeNotices(call) {
      const { groups, etag } = call.body;
      const chosen = await changeNotices(deps, { session: call.session, visit: call }, { groups, known: etag });
      call.header('etag', `"${chosen.version}"`);
      return viewOf(chosen);
    },
  });
}

function viewOf({ groups, version }: ChosenNotices) {
  return { groups, etag: version };
}
