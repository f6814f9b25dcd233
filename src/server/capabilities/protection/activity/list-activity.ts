import { activityDays, activityEvents, activityPage, type ActivityGroup } from '#contract/protection/activity/activity.words.ts';
import { activityView, type ActivityViewDeps, type ShownActivity } from '#server/core/protection/checkup/activity-view.ts';
import { listActivity } from '#server/core/protection/activity/activity.ts';
import { pageOf, positionOf } from '#server/core/protection/activity/page-cursor.ts';
import { stillSignedIn, type StillSignedInDeps } from '#server/core/protection/devices/still-signed-in.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { day } from '#server/platform/clock.ts';

export interface ActivityQuery {
  readonly cursor?: string;
  readonly group?: ActivityGroup;
  readonly id?: string;
  readonly by?: string;
  readonly since?: string;
}

/** With the browser of the list of devices that is signed in by it still, or ''. */
type ListedActivity = ShownActivity & { readonly device: string };

/** One page of the events of the session's account, newest first. `next` is '' at the end. */
export async function listOwnActivity(
  deps: ActivityViewDeps & StillSignedInDeps,
  { session, visit }: { readonly session: Session; readonly visit: Pick<Visit, 'browser' | 'lang'> },
  { cursor, group, id, by, since = '0' }: ActivityQuery,
): Promise<{ readonly items: ListedActivity[]; readonly next: string }> {
  const { accountId } = session;
  const found = await listActivity(deps.store.db, {
    accountId,
    since: Math.max(Number(since), deps.store.clock.now() - activityDays * day),
    before: positionOf(cursor),
    events: activityEvents(group),
    id,
    by,
  });
  const { page, next } = pageOf(found, activityPage);
  const show = await activityView(deps, { accountId, visit });
  const deviceOf = await stillSignedIn(deps, session);
  return { items: await Promise.all(page.map(async (entry) => ({ ...(await show(entry)), device: deviceOf(entry) }))), next };
}
