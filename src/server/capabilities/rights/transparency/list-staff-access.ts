import { activityDays, activityPage } from '#contract/protection/activity/activity.words.ts';
import { staffEvents, type StaffEvent } from '#contract/vocabulary/staff-events.ts';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';
import { listActivity, type ActivityEntry } from '#server/core/protection/activity/activity.ts';
import { pageOf, positionOf } from '#server/core/protection/activity/page-cursor.ts';
import type { OpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import { pseudonymOf } from '#server/core/protection/audit/without-staff.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';

export interface ListStaffAccessDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly apps: { readonly clients: Pick<OpenidClients, 'find'> };
}

/** An act of staff in the language of the caller. `at` is in milliseconds. */
export interface ShownAccess {
  readonly id: string;
  readonly at: number;
  readonly event: StaffEvent;
  readonly app: string;
  readonly agent: string;
  readonly reason: string;
  readonly caseRef: string;
}

/** One page of what staff looked at or did in the session's account, newest first. `next` is '' at the end. */
export async function listOwnStaffAccess(
  { store: { db, clock }, apps }: ListStaffAccessDeps,
  { session: { accountId }, visit: { lang } }: { readonly session: Session; readonly visit: Pick<Visit, 'lang'> },
  cursor: string | undefined,
): Promise<{ readonly items: readonly ShownAccess[]; readonly next: string }> {
  const since = clock.now() - activityDays * day;
  const { page, next } = pageOf(
    await listActivity(db, { accountId, since, before: positionOf(cursor), events: staffEvents }),
    activityPage,
  );
  const items = page.map(async ({ id, at, event, detail }: ActivityEntry) => {
    const known = staffEvents.find((each) => each === event);
    const { operator = '', reason = '', client = '', case: caseRef = '' } = detailTexts(detail);
    if (known === undefined || operator === '') return [];
    const app = client === '' ? '' : ((await apps.clients.find(client))?.name[lang] ?? '');
    return [{ id, at, event: known, app, agent: pseudonymOf(accountId, operator), reason, caseRef }];
  });
  return { items: (await Promise.all(items)).flat(), next };
}
