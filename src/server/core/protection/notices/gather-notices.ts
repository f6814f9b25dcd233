import { noticeRows } from '#contract/protection/notices/notice-kinds.words.ts';
import type { OwnContact } from '#server/core/account/identifiers/contact.ts';
import { contactHash } from '#server/core/protection/incidents/muted.repository.ts';
import type { Store } from '#server/core/store.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { newId } from '#server/platform/ids.ts';
import { digestTime, mostKept } from './floods.ts';
import type { EventFacts } from './freeze-links.ts';
import { addNotice, countWith } from './notices.guarded.ts';
import { createFloodCounts } from './notices.repository.ts';

/** A notice as it waits for its digest. */
export interface GatheredNotice {
  readonly to: OwnContact;
  readonly facts: EventFacts;
  /** Values of its texts. */
  readonly values: Readonly<Record<string, string | number>>;
}

/**
 * Keeps a notice in the transaction of its event, and says whether it waits for a digest. Of simultaneous events exactly
 * one is the first of its kind.
 */
export type Gather = (accountId: string, notice: GatheredNotice) => Promise<boolean>;

export function createGather({ db, clock, keyring }: Store): Gather {
  const countPast = createFloodCounts(db);

  return async (accountId, notice) => {
    const { to, facts } = notice;
    const at = clock.now();
    const { weight } = noticeRows[facts.event];
    const next = { contact: contactHash(keyring, to), channel: to.channel, kind: facts.event, weight };
    const past = { accountId, next, now: at };
    let counts = await countPast(past);
    if (digestTime(counts, next, at) === undefined) {
      // One at a time leaves at once: the others see it. What waits needs no turn, so that a flood waits for nobody.
      await lockName(db, `notices ${accountId}`);
      counts = await countPast(past);
    }
    const dueAt = digestTime(counts, next, at);
    const waits = dueAt !== undefined;
    if (waits && counts.kept >= mostKept && (await countWith(db, { accountId, contact: next.contact }))) return true;
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
