import type { NoticeAnswer, NoticeEffect } from '#contract/protection/claims/claims.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { FreezeView } from '#contract/protection/claims/claims.schemas.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { AuditEntry } from '#server/core/protection/audit/audit.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { readNotice } from '#server/core/protection/claims/tell-of-claim.ts';
import { freezeAccount, type FreezeDeps } from '#server/core/protection/freeze/freeze-account.ts';
import { freezeView } from '#server/core/protection/freeze/freeze-view.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import { formerContacts } from '#server/core/sign-in/ways/former-ways.ts';
import type { Link } from '#server/core/sign-in/links/links.ts';
import type { EventFacts, NoticeOfEvent } from '#server/core/protection/notices/freeze-links.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ClaimDeps } from './claim-deps.ts';

export type NoticeDeps = ClaimDeps & FreezeDeps;

/** An event as its message told it. */
export interface EventView {
  readonly what: string;
  readonly at: string;
  readonly device: string;
  readonly place: string;
  readonly account: string;
  readonly expiresAt: string;
  readonly frozen: boolean;
  readonly ends: NoticeEffect;
  /** Events of a digest, the oldest first. */
  readonly events: Pick<EventView, 'what' | 'at' | 'device' | 'place'>[];
}

export type EventAnswer = FreezeView | { readonly answer: 'me' | 'not-me' };

/** Effect of ‘That wasn’t me’ beside offering the freeze: of several events, the gravest decides. */
function effectOf(notice: NoticeOfEvent): NoticeEffect {
  const effects = eventsOf(notice).map(({ event }): NoticeEffect => {
    if (event === 'recoveryBegun') return 'recovery';
    return event === 'failedSignIns' ? 'nothing' : 'everything';
  });
  return (['everything', 'recovery'] as const).find((effect) => effects.includes(effect)) ?? 'nothing';
}

/** The events of a message, the oldest first. */
function eventsOf({ others = [], ...first }: NoticeOfEvent): readonly [EventFacts, ...EventFacts[]] {
  return [first, ...others];
}

/** The live link of a notice of an event. */
export interface FoundEvent {
  readonly account: Account;
  readonly link: Link;
  readonly notice: NoticeOfEvent;
}

/** The event of a link; undefined for the link of a claim, or none. */
export async function findEvent({ identity, evidence }: NoticeDeps, token: string): Promise<FoundEvent | undefined> {
  const link = await evidence.links.find('notice', token);
  const notice = link && readNotice(link.payload);
  if (link === undefined || notice?.does !== 'freeze') return undefined;
  const account = await identity.accounts.findLive(link.accountId);
  if (account === undefined) return undefined;
  // Not for a contact that its owner has thrown out since.
  const heard = [...contactsOf(account), ...formerContacts(await identity.formers.of(account))];
  return heard.some(({ address }) => address.toLowerCase() === link.target.toLowerCase()) ? { account, link, notice } : undefined;
}

/** The facts of the message, in the language of the present reader. */
export function eventView({ journal }: NoticeDeps, language: Language, { account, link, notice }: FoundEvent): EventView {
  const titleOf = ({ event, target }: EventFacts) => journal.notices.titleOf(event, { language, target });
  const viewOf = (facts: EventFacts) => ({ what: titleOf(facts), at: iso(facts.at), device: facts.device, place: facts.place });
  const events = eventsOf(notice).map(viewOf);
  return {
    ...viewOf(notice),
    events: events.length > 1 ? events : [],
    account: `${account.number.slice(0, 4)} •••• ${account.number.slice(-4)}`,
    expiresAt: iso(link.expiresAt),
    frozen: account.frozenAt !== null,
    ends: effectOf(notice),
  };
}

/**
 * Answers the notice of an event. `me` changes nothing, and leaves the link alive: a reader of the mailbox must not
 * answer for its owner. `not-me` freezes the account and spends the link; where little has happened, it does so only when
 * asked, and else ends what was begun.
 * @throws {Refusal} tokenError when another request spent it first, and for an answer to a request that waits
 */
export async function answerEvent(
  deps: NoticeDeps,
  visit: Visit,
  {
    token,
    answer,
    freezes,
    event,
  }: { readonly token: string; readonly answer: NoticeAnswer; readonly freezes: boolean; readonly event: FoundEvent },
): Promise<EventAnswer> {
  const { account, notice } = event;
  if (answer === 'stop') throw new Refusal('tokenError', { reason: 'the notice of an event' });
  const origin = { clientIp: visit.clientIp, requestId: visit.requestId, userAgent: visit.userAgent };
  if (answer === 'me') {
    await deps.journal.audit.record({ event: 'notice.answered', accountId: account.id, origin, detail: { for: notice.event, answer } });
    return { answer };
  }
  const effect = effectOf(notice);
  if (effect !== 'everything' && !freezes) {
    await endBegun(deps, origin, event);
    return { answer };
  }
  const { event: name, at } = notice;
  const frozen = await freezeAccount(deps, {
    accountId: account.id,
    by: notice.by,
    via: { channel: notice.by === 'phone' ? 'sms' : 'email', address: event.link.target },
    why: 'unknown',
    disowned: { event: name, at },
    origin,
    settle: () => deps.evidence.links.redeem('notice', token),
  });
  return freezeView(frozen);
}

/** The link stays alive: an owner who is still worried freezes the account by it. */
async function endBegun(
  { store: { db }, evidence: { codes, links }, journal: { audit } }: NoticeDeps,
  origin: AuditEntry['origin'],
  { account, notice }: FoundEvent,
): Promise<void> {
  await db.tx(async () => {
    await lockAccount(db, account.id);
    if (effectOf(notice) === 'recovery') {
      await codes.revoke(account);
      await links.revoke(account.id, ['recovery']);
    }
    const detail = { for: notice.event, answer: 'not-me' };
    await audit.record({ event: 'notice.answered', accountId: account.id, origin, detail });
  });
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
