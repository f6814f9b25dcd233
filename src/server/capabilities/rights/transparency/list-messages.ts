import { activityDays, activityPage } from '#contract/protection/activity/activity.words.ts';
import type { InEveryLanguage, Language } from '#contract/vocabulary/languages.ts';
import type { MessageState } from '#contract/protection/notices/message-states.words.ts';
import { pageOf, positionOf } from '#server/core/protection/activity/page-cursor.ts';
import { listSentMessages, type SentMessage } from '#server/core/protection/messages/sent-messages.repository.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import { titleOfMessage } from './title-of-message.ts';

export interface ListMessagesDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly brand: InEveryLanguage;
}

/** A message as its reader sees it. `at` is in milliseconds. */
export interface ShownMessage extends Pick<SentMessage, 'id' | 'at' | 'channel' | 'target' | 'reference'> {
  readonly title: string;
  readonly state: MessageState;
}

/** One page of the messages to the session's account, newest first. `next` is '' at the end. */
export async function listOwnMessages(
  { store: { db, clock }, brand }: ListMessagesDeps,
  { session, visit: { lang } }: { readonly session: Session; readonly visit: Pick<Visit, 'lang'> },
  cursor: string | undefined,
): Promise<{ readonly items: readonly ShownMessage[]; readonly next: string }> {
  const now = clock.now();
  const found = await listSentMessages(db, {
    accountId: session.accountId,
    since: now - activityDays * day,
    before: positionOf(cursor),
    limit: activityPage + 1,
  });
  const { page, next } = pageOf(found, activityPage);
  return { items: page.map((message) => shown(message, { brand, lang, now })), next };
}

function shown(
  { id, at, channel, kind, target, reference, state, expires_at: expiresAt }: SentMessage,
  { brand, lang, now }: { readonly brand: InEveryLanguage; readonly lang: Language; readonly now: number },
): ShownMessage {
  // Nobody records that a message has waited for too long.
  const isOver = state !== 'sent' && expiresAt <= now;
  return { id, at, channel, target, reference, title: titleOfMessage(kind, { brand, lang }), state: isOver ? 'failed' : state };
}
