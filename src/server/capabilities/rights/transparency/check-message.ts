import { activityDays } from '#contract/protection/activity/activity.words.ts';
import { readReference } from '#server/core/protection/notices/reference.ts';
import { findSentMessage } from '#server/core/protection/messages/sent-messages.repository.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { day } from '#server/platform/clock.ts';
import type { ListMessagesDeps } from './list-messages.ts';
import { titleOfMessage } from './title-of-message.ts';

/** The message with a reference, or undefined if none was sent to the session's account: those of others are unknown. */
export async function checkOwnMessage(
  { store: { db, clock }, brand }: ListMessagesDeps,
  { session, visit: { lang } }: { readonly session: Session; readonly visit: Pick<Visit, 'lang'> },
  text: string,
): Promise<{ readonly title: string; readonly at: number } | undefined> {
  const reference = readReference(text);
  if (reference === undefined) return undefined;
  const found = await findSentMessage(db, { accountId: session.accountId, since: clock.now() - activityDays * day, reference });
  return found && { title: titleOfMessage(found.kind, { brand, lang }), at: found.at };
}
