import type { DataOf, QueryOf } from '#contract/schema.ts';
import type { developerSchemas } from '#contract/apps/developer/developer.schemas.ts';
import { appCauseNames, appCauses, appEndpoints } from '#contract/apps/developer/developer.words.ts';
import { countConsents, listFailures, listUsage } from '#server/core/apps/developer/app-activity.repository.ts';
import { failuresSince } from '#server/core/apps/developer/app-activity.ts';
import { day } from '#server/platform/clock.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { requireOwnApp, type DeveloperDeps } from './developer.ts';

const shownDays = 90;
const pageSize = 50;

/**
 * Counts of an app, one row for each of the last 90 days.
 * @throws {Refusal} notFound
 */
export async function showUsage(
  deps: DeveloperDeps,
  session: Session,
  id: string,
): Promise<DataOf<(typeof developerSchemas)['showUsage']>> {
  const { db, clock } = deps.store;
  await requireOwnApp(deps, session, id);
  const at = clock.now();
  const rows = new Map((await listUsage(db, { clientId: id, since: at - shownDays * day })).map((row) => [row.day, row]));
  const days = Array.from({ length: shownDays }, (_, back) => {
    const name = new Date(at - (shownDays - 1 - back) * day).toISOString().slice(0, 10);
    const row = rows.get(name);
    return {
      day: name,
      signIns: row?.sign_ins ?? 0,
      newPeople: row?.new_people ?? 0,
      refreshes: row?.refreshes ?? 0,
      failures: row?.failures ?? 0,
    };
  });
  return { days, allowed: await countConsents(db, id) };
}

/**
 * Failed requests of an app, newest first.
 * @throws {Refusal} notFound
 */
export async function showFailures(
  deps: DeveloperDeps,
  session: Session,
  { id, query }: { readonly id: string; readonly query: QueryOf<(typeof developerSchemas)['listFailures']> },
): Promise<DataOf<(typeof developerSchemas)['listFailures']>> {
  const { db, clock } = deps.store;
  await requireOwnApp(deps, session, id);
  const { endpoint, cause, cursor } = query;
  const limit = pageSize + 1;
  const found = await listFailures(db, {
    clientId: id,
    since: failuresSince(clock.now()),
    before: readCursor(cursor),
    endpoint,
    cause,
    limit,
  });
  const items = found.slice(0, pageSize);
  const last = items.at(-1);
  return {
    items: items.map((row) => {
      const known = appCauseNames.find((name) => name === row.cause) ?? 'other';
      return {
        at: new Date(row.minute).toISOString(),
        endpoint: appEndpoints.find((name) => name === row.endpoint) ?? 'authorization',
        error: row.error,
        cause: known,
        detail: row.detail,
        cure: appCauses[known],
        requestID: row.last_request_id,
        count: row.count,
      };
    }),
    next: found.length > pageSize && last !== undefined ? `${last.minute} ${last.last_request_id}` : null,
  };
}

function readCursor(cursor: string | undefined): readonly [number, string] | undefined {
  const match = /^(\d{1,15}) (.{0,100})$/.exec(cursor ?? '');
  return match === null ? undefined : [Number(match[1]), match[2] ?? ''];
}
