import { activityDays, activityEvents, activityPage, type ActivityGroup } from '#contract/protection/activity/activity.words.ts';
import { activityView, type ActivityViewDeps, type ShownActivity } from '#server/core/protection/checkup/activity-view.ts';
import { listActivity } from '#server/core/protection/activity/activity.ts';
import { pageOf, positionOf } from '#server/core/protection/activity/page-cursor.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { day } from '#server/platform/clock.ts';

export interface ActivityQuery {
  readonly cursor?: string;
  readonly group?: ActivityGroup;
  readonly id?: string;
}

/** One page of the events of the session's account, newest first. `next` is '' at the end. */
export async function listOwnActivity(
  deps: ActivityViewDeps,
  { session: { accountId }, visit }: { readonly session: Session; readonly visit: Pick<Visit, 'browser' | 'lang'> },
  { cursor, group, id }: ActivityQuery,
): Promise<{ readonly items: ShownActivity[]; readonly next: string }> {
  const found = await listActivity(deps.store.db, {
    accountId,
    since: deps.store.clock.now() - activityDays * day,
    before: positionOf(cursor),
    events: activityEvents(group),
    id,
  });
  const { page, next } = pageOf(found, activityPage);
  return { items: await Promise.all(page.map(await activityView(deps, { accountId, visit }))), next };
}
