import type { Db } from '#server/core/database/db.ts';
import { knownSince } from '#server/core/sign-in/known-browsers/known-browsers.repository.ts';
import { linkRows } from '#server/core/sign-in/links/link-rows.ts';
import { listActivity, signInEvents, type ActivityEntry } from '#server/core/protection/activity/activity.ts';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';

/** An alarm can be answered for as long as the link of its message lives. */
export const alarmMs = linkRows.notice.lifeMs;

/**
 * An answer of the owner. One of the account's pages names its event or its request; one by the message of an event stands
 * for the alarms before it.
 */
interface Answer {
  readonly at: number;
  readonly id: string;
  readonly isOfRequest: boolean;
  /** Where it was given. */
  readonly browser: string;
}

interface AlarmsOf {
  readonly accountId: string;
  readonly now: number;
}

/** The answers of the account's owner while what they are about can be answered. */
export async function alarmAnswers(db: Db, { accountId, now }: AlarmsOf): Promise<readonly Answer[]> {
  const found = await listActivity(db, { accountId, since: now - 2 * alarmMs, before: undefined, events: ['notice.answered'] });
  return found.map(({ at, detail, knownBrowser: browser }) => {
    const { kind, id = '' } = detailTexts(detail);
    return { at, id, isOfRequest: kind !== undefined, browser };
  });
}

/** Whether the event of an account is an alarm: a risky sign-in. */
export function isAlarm({ event, detail }: ActivityEntry): boolean {
  return signInEvents.includes(event) && detailTexts(detail)['level'] === 'risky';
}

export function isAnswered({ id, at }: Pick<ActivityEntry, 'id' | 'at'>, answers: readonly Answer[]): boolean {
  const byMessage = (answer: Answer) => answer.id === '' && !answer.isOfRequest && answer.at >= at && answer.at < at + alarmMs;
  return answers.some((answer) => answer.id === id || byMessage(answer));
}

/** A browser that may be asked, with the account's first sign-in in it. */
export interface AskedBrowser {
  readonly browser: string;
  readonly since: number;
}

/**
 * The browser that is asked: undefined for one in which the account has not signed in. So a session that was copied answers
 * nothing, nor does one whose browser hides its mark.
 */
export async function askedBrowser(
  db: Db,
  { accountId, browser }: { readonly accountId: string; readonly browser: string | undefined },
): Promise<AskedBrowser | undefined> {
  const since = await knownSince(db, { accountId, browser });
  return browser === undefined || since === undefined ? undefined : { browser, since };
}

/**
 * Whether the owner is asked about the event now. The browser that caused it is not asked and cannot answer: it may be the
 * thief's, and so may one in which somebody signed in first after the event.
 */
export function asksNow(
  entry: ActivityEntry,
  { asked, now, answers }: { readonly asked: AskedBrowser | undefined; readonly now: number; readonly answers: readonly Answer[] },
): boolean {
  if (asked === undefined || !isAlarm(entry) || entry.at < now - alarmMs) return false;
  return asked.since < entry.at && entry.knownBrowser !== asked.browser && !isAnswered(entry, answers);
}

/** The alarms that wait for an answer, the newest first. */
export async function openAlarms(
  db: Db,
  { browser, ...whose }: AlarmsOf & { readonly browser: string | undefined },
): Promise<readonly ActivityEntry[]> {
  const { accountId, now } = whose;
  const found = await listActivity(db, { accountId, since: now - alarmMs, before: undefined, events: signInEvents });
  if (!found.some(isAlarm)) return [];
  const answers = await alarmAnswers(db, whose);
  const asked = await askedBrowser(db, { accountId, browser });
  return found.filter((entry) => asksNow(entry, { asked, now, answers }));
}
