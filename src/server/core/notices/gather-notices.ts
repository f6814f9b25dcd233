import { noticeRows } from '#contract/vocabulary/notice-kinds.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Contact } from '#server/core/accounts/contact.ts';
import { contactHash } from '#server/core/incidents/muted.repository.ts';
import type { Store } from '#server/core/store.ts';
import { newId } from '#server/platform/ids.ts';
import { countedWith, digestTime } from './floods.ts';
import type { EventFacts } from './freeze-links.ts';
import { addNotice, countWith } from './notices.guarded.ts';
import { pastNotices } from './notices.repository.ts';

/** A notice as it waits for its digest. */
export interface GatheredNotice {
  readonly to: Contact;
  readonly language: Language;
  readonly facts: EventFacts;
  /** Of its texts. */
  readonly values: Readonly<Record<string, string | number>>;
}

/**
 * Keeps a notice in the transaction of its event, and says whether it waits for a digest. Counted without a lock:
 * simultaneous events may all be the first of their kind.
 */
export type Gather = (accountId: string, notice: GatheredNotice) => Promise<boolean>;

export function createGather({ db, clock, keyring }: Store): Gather {
  return async (accountId, notice) => {
    const { to, facts } = notice;
    const at = clock.now();
    const { weight } = noticeRows[facts.event];
    const next = { contact: contactHash(keyring, to), channel: to.channel, kind: facts.event, weight };
    const past = await pastNotices(db, { accountId, now: at });
    const dueAt = digestTime(past, next, at);
    const counted = dueAt === undefined ? undefined : countedWith(past, next);
    if (counted !== undefined && (await countWith(db, counted))) return true;
    const waits = dueAt !== undefined;
    await addNotice(db, {
      id: newId(),
      account_id: accountId,
      ...next,
      state: waits ? 'waiting' : 'sent',
      at,
      due_at: dueAt ?? null,
      more: 0,
      sealed: waits ? keyring.seal('outbox', JSON.stringify(notice)) : null,
    });
    return waits;
  };
}
