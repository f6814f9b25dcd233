import { dataEndpoints } from '#contract/rights/exports/exports.ts';
import { dataSchemas } from '#contract/rights/exports/exports.schemas.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { cancelCopy, listCopies, openCopy, requestCopy, type CopiesDeps } from './copies.ts';
import { listData, type ListDataDeps } from './list-data.ts';

type DataRoutesDeps = Pick<Core, 'identity'> &
  CopiesDeps &
  ListDataDeps & {
    /** The address of a download with this ticket. */
    readonly copyUrl: (ticket: string) => string;
  };

/** "Your data", and copies of it. */
export function dataRoutes(deps: DataRoutesDeps): BoundCalls {
  const isoTime = (at: number) => new Date(at).toISOString();
  const isoTimeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

  return implement(dataEndpoints, dataSchemas, {
    async listData({ session }) {
      const topics = await listData(deps, session);
      return { topics: topics.map(({ since, items, ...topic }) => ({ ...topic, since: isoTimeOrNull(since), items: [...items] })) };
    },
    async listExports({ session }) {
      const { exports, nextAt } = await listCopies(deps, session);
      const nicknames = new Map<string, string>();
      for (const { account_id: childId, asked_by: guardian } of exports)
        if (guardian !== '') nicknames.set(childId, (await readAccount(deps.identity, childId)).nickname);
      return {
        exports: exports.map(
          ({ id, account_id, asked_by, state, requested_at, ready_at, expires_at, bytes, sha256, downloads, last_download_at }) => ({
            id,
            child: asked_by === '' ? '' : (nicknames.get(account_id) ?? ''),
            state,
            requestedAt: isoTime(requested_at),
            readyAt: isoTimeOrNull(ready_at),
            expiresAt: isoTimeOrNull(expires_at),
            bytes,
            sha256: sha256 ?? '',
            downloads,
            lastDownloadedAt: isoTimeOrNull(last_download_at),
          }),
        ),
        nextAt: isoTimeOrNull(nextAt),
      };
    },
    requestExport: (call) => requestCopy(deps, { session: call.session, visit: call }, call.body.language ?? call.lang),
    cancelExport: async (call) => ({ state: await cancelCopy(deps, { session: call.session, visit: call }, call.body.id) }),
    async openExport(call) {
      const { ticket, expiresAt } = await openCopy(deps, { session: call.session, visit: call }, call.body.id);
      return { url: deps.copyUrl(ticket), expiresAt: isoTime(expiresAt) };
    },
  });
}
