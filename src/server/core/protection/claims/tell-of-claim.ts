import type { ClaimKind } from '#contract/protection/claims/claims.words.ts';
import type { ChangeEvent } from '#messages/mail-texts.ts';
import { catalogues } from '#messages/catalogues.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { linkRows } from '#server/core/sign-in/links/link-rows.ts';
import type { Links } from '#server/core/sign-in/links/links.ts';
import { pageLink, type TokenLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Contact, OwnContact } from '#server/core/account/identifiers/contact.ts';
import type { NoticeOfEvent } from '#server/core/protection/notices/freeze-links.ts';
import { contactsOf, type Notices } from '#server/core/protection/notices/notices.ts';
import { formerContacts, type FormerWays } from '#server/core/sign-in/ways/former-ways.ts';
import { describeWays } from '#server/core/sign-in/ways/describe-ways.ts';
import type { Clock } from '#server/platform/clock.ts';
import { lapseMs } from './claims.guarded.ts';
import type { Claim } from './claims.ts';

export interface TellOfClaimDeps {
  readonly clock: Clock;
  readonly links: Links;
  readonly notices: Notices;
  readonly formers: Pick<FormerWays, 'of'>;
}

/** The payload of a notice of a claim: the claim, and the contact by which it came. */
export interface NoticeOfClaim {
  readonly claim: string;
  readonly by: 'phone' | 'email';
  /** `finish` is for the opener, once it is due. */
  readonly does: 'stop' | 'finish';
}

type Told = 'opened' | 'reminder' | 'due' | 'stopped' | 'done';

/** A recovery tells of itself when it gets in, and only its opener is told that it is due; an act that waits says all of it. */
const events = {
  recovery: { opened: 'claimOpened', reminder: 'claimReminder', due: 'claimDue', stopped: 'claimStopped', done: 'recoveryDone' },
  act: { opened: 'waitOpened', reminder: 'waitReminder', due: 'waitDue', stopped: 'waitStopped', done: 'waitDone' },
} as const satisfies Readonly<Record<ClaimKind, Readonly<Record<Told, ChangeEvent>>>>;

/**
 * Tells every phone and email, present and former, of a claim, in the caller's transaction: while it is open each that counts
 * for a stop has its own link, and the others the page that freezes.
 */
export async function tellOfClaim(deps: TellOfClaimDeps, account: Account, claim: Claim, told: Told): Promise<void> {
  const { language } = account;
  const values = {
    time: claim.at,
    place: claim.place,
    due: claim.dueAt,
    way: describeWays(claim.shown, account, language),
    what: claim.action === undefined ? '' : catalogues[language].waits[claim.action],
  };
  const isOver = told === 'stopped' || told === 'done';
  for (const { to, stops } of await everyContact(deps, account)) {
    const notice = { account, event: events[claim.kind][told], to, values, from: '' } as const;
    const plain = { link: pageLink('/freeze'), linkKind: 'freezePage' } as const;
    const acting = async () => ({ link: await makeLink(deps, { claim, to, does: 'stop' }), linkKind: 'stop' }) as const;
    await deps.notices.sendChange(isOver ? notice : { ...notice, ...(stops ? await acting() : plain) });
  }
}

/** Sends the opener of a claim the link that finishes it, to the phone and email that they have shown. */
export async function tellDue(deps: TellOfClaimDeps, account: Account, claim: Claim): Promise<void> {
  const kinds = new Set(claim.shown.map((id) => id.slice(0, id.indexOf(':'))));
  for (const { to } of await everyContact(deps, account)) {
    if (!kinds.has(kindOfContact(to)) || !isShown(account, claim, to)) continue;
    const link = await makeLink(deps, { claim, to, does: 'finish' });
    await deps.notices.sendChange({ account, event: 'claimDue', to, link, linkKind: 'finish', from: '' });
  }
}

/** A contact that the account has now was shown, if the claim names it; only the browser knows of a former one. */
function isShown({ phoneAddedAt, emailAddedAt, phone, emailShown }: Account, { shown }: Claim, to: Contact): boolean {
  const [address, at] = to.channel === 'sms' ? [phone, phoneAddedAt] : [emailShown, emailAddedAt];
  return to.address === address && shown.includes(`${kindOfContact(to)}:${at ?? 0}`);
}

async function everyContact(
  { formers }: TellOfClaimDeps,
  account: Account,
): Promise<readonly { readonly to: OwnContact; readonly stops: boolean }[]> {
  const had = await formers.of(account);
  const taken = had.filter(({ way: { state } }) => state === 'taken');
  const all = [
    ...formerContacts(had).map((to) => ({ to, stops: false })),
    ...[...contactsOf(account), ...formerContacts(taken)].map((to) => ({ to, stops: true })),
  ];
  return [...new Map(all.map((each) => [each.to.address.toLowerCase(), each] as const)).values()];
}

async function makeLink(
  { links, clock }: TellOfClaimDeps,
  { claim, to, does }: { readonly claim: Claim; readonly to: OwnContact; readonly does: NoticeOfClaim['does'] },
): Promise<TokenLink> {
  const payload: NoticeOfClaim = { claim: claim.id, by: kindOfContact(to), does };
  const lifeMs = Math.max(linkRows.notice.lifeMs, claim.dueAt + lapseMs - clock.now());
  return links.issue({
    kind: 'notice',
    accountId: claim.accountId,
    target: to.address,
    payload: JSON.stringify(payload),
    lifeMs,
    ...(does === 'finish' && { page: '/recover#' }),
  });
}

function kindOfContact({ channel }: Contact): 'phone' | 'email' {
  return channel === 'sms' ? 'phone' : 'email';
}

/** The payload of the link of a notice: of a claim, or of an event. */
export function readNotice(payload: string): NoticeOfClaim | NoticeOfEvent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `makeLink` and `createFreezeLinks` write it
  return JSON.parse(payload) as NoticeOfClaim | NoticeOfEvent;
}
