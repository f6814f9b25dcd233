import type { Core } from '#server/core/core.ts';
import { alarmMs, askedBrowser, openAlarms } from '#server/core/protection/checkup/alarms.ts';
import { listActivity } from '#server/core/protection/activity/activity.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface AnswerActivityDeps {
  readonly store: Pick<Core['store'], 'db' | 'clock'>;
  readonly journal: Pick<Core['journal'], 'audit'>;
}

/**
 * Records that an alarm, or a request that waits, was the owner; a second time nothing happens.
 * @throws {Refusal} notFound for what this browser is not asked about
 */
export async function answerActivity(
  deps: AnswerActivityDeps,
  { session, visit }: { readonly session: Session; readonly visit: Visit },
  id: string,
): Promise<void> {
  const { accountId, account } = session;
  const {
    store: { db, clock },
    journal: { audit },
  } = deps;
  const now = clock.now();
  const { browser } = (await askedBrowser(db, { accountId, browser: visit.browser })) ?? {};
  const claim = browser === undefined ? undefined : account.openClaims.find((each) => each.id === id);
  const alarm = (await openAlarms(db, { accountId, browser, now })).find((each) => each.id === id);
  if (claim === undefined && alarm === undefined) {
    if (await isAnsweredBefore(deps, { accountId, id, since: now - alarmMs })) return;
    throw new Refusal('notFound', { reason: 'nothing to answer' });
  }
  const detail = { answer: 'me', id, ...(alarm === undefined ? { kind: claim?.kind ?? '' } : { for: alarm.event }) };
  await audit.record({ event: 'notice.answered', accountId, origin: visit, detail });
}

async function isAnsweredBefore(
  { store: { db } }: Pick<AnswerActivityDeps, 'store'>,
  { accountId, id, since }: { readonly accountId: string; readonly id: string; readonly since: number },
): Promise<boolean> {
  const answered = await listActivity(db, { accountId, since, before: undefined, events: ['notice.answered'] });
  return answered.some(({ detail }) => detail.includes(JSON.stringify(id)));
}
