import type { Account } from '#server/core/account/accounts/account.ts';
import { judgedWays, type Incident } from '#server/core/protection/incidents/incidents.repository.ts';
import type { Claim } from '#server/core/protection/claims/claims.ts';
import { readNotice } from '#server/core/protection/claims/tell-of-claim.ts';
import type { SignInTicket } from '#server/core/sign-in/identity-proof/sign-in-tickets.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { mayRecover, type Verdict } from '#server/core/sign-in/ways/decisions.ts';
import { independence, independences, type Independence } from '#server/core/sign-in/ways/independence.ts';
import type { FormerWay } from '#server/core/sign-in/ways/former-ways.ts';
import type { Way } from '#server/core/sign-in/ways/way.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** A person on the way back into an account. */
export interface RecoverySide {
  readonly account: Account;
  readonly ways: AccountWays;
  readonly formers: readonly FormerWay[];
  /** What was shown, a known browser included. */
  readonly shown: readonly Way[];
  /** The freeze that the person would end; undefined for a recovery. */
  readonly incident: Incident | undefined;
  /** By a ticket, the set of what was shown; or by a claim. */
  readonly by: { readonly ticket: SignInTicket } | { readonly claim: Claim };
}

type Deps = { readonly store: Pick<Store, 'db'>; readonly identity: Identity; readonly evidence: Evidence };

/**
 * Finds the account of a ticket of refusal 3011, of the link of a claim that is due, or of a claim in the browser that
 * opened it.
 * @throws {Refusal} tokenError
 */
export async function findRecovery(deps: Deps, visit: Visit, token: string): Promise<RecoverySide> {
  const claim = await claimOf(deps, visit, token);
  if (claim) return sideOf(deps, claim.accountId, (ways) => ({ shown: waysOf(claim.shown, ways), by: { claim } }));
  // Proofs of a sign-in count: a person who cannot take its second step goes on here.
  const ticket = await deps.evidence.signInTickets.find(visit, token, 'recover', 'signIn');
  const side = await sideOf(deps, ticket.accountId, (ways) => ({
    shown: waysOf(
      ticket.shown.map(({ id }) => id),
      ways,
    ),
    by: { ticket },
  }));
  // A second step of an ordinary account doubts the phone (ADR 33): it is no way round.
  if (side.account.twoStepAt === null) await deps.evidence.signInTickets.find(visit, token, 'recover');
  const browser = await deps.identity.ways.browserOf(side.account, visit.browser);
  // During a freeze it may not count.
  return browser === undefined ? side : { ...side, shown: [...side.shown, side.ways.known.get(browser.id) ?? browser] };
}

async function sideOf(
  { store: { db }, identity }: Deps,
  accountId: string,
  rest: (ways: AccountWays) => Pick<RecoverySide, 'shown' | 'by'>,
): Promise<RecoverySide> {
  const account = await identity.accounts.findById(accountId);
  if (!account) throw new Refusal('tokenError', { reason: 'no such account' });
  const { ways, incident } = await judgedWays({ db, ways: identity.ways }, account);
  return { account, ways, incident, formers: await identity.formers.of(account), ...rest(ways) };
}

export function waysOf(ids: readonly Way['id'][], { known }: AccountWays): readonly Way[] {
  return ids.flatMap((id) => known.get(id) ?? []);
}

async function claimOf({ evidence: { links, claims } }: Deps, visit: Visit, token: string): Promise<Claim | undefined> {
  const link = await links.find('notice', token);
  if (link) {
    const notice = readNotice(link.payload);
    return notice.does === 'finish' ? claims.find(notice.claim) : undefined;
  }
  const claim = (await claims.findByToken(token)) ?? (await claims.find(token));
  return claim !== undefined && claim.kind !== 'removal' && claim.visitor === visit.visitor ? claim : undefined;
}

/** What was shown says of the account: a frozen one takes as much as a protected one. */
export function verdictOf({ account, ways, shown, incident }: RecoverySide): Verdict {
  return mayRecover({ ...ways, shown, possible: [], isProtected: account.twoStepAt !== null || incident !== undefined });
}

/**
 * Two independent ways clean up, at once or after the wait that a freeze makes of them. Another claim, or one former contact,
 * may be a thief's: it takes nothing away (ADR 79).
 */
export function isSure({ shown, ways, by }: RecoverySide): boolean {
  return independence(shown, ways) === 'independent' || ('claim' in by && areTwo(shown, ways));
}

/** Whether ways are independent but for what somebody who froze the account has called stolen: then they wait. */
export function areTwo(shown: readonly Way[], ways: AccountWays): boolean {
  return unnamedWorth(shown, ways) === 'independent';
}

/** Whether ways say more than those by which another request waits. */
export function sayMore(shown: readonly Way[], than: readonly Way[], ways: AccountWays): boolean {
  return independences.indexOf(unnamedWorth(shown, ways)) > independences.indexOf(unnamedWorth(than, ways));
}

function unnamedWorth(shown: readonly Way[], ways: AccountWays): Independence {
  const unnamed = (way: Way): Way => ({ ...way, isNamed: false });
  const known = new Map([...ways.known.values()].map((way) => [way.id, unnamed(way)] as const));
  return independence(shown.map(unnamed), { ...ways, known });
}

/** Whether what was shown is too little to get in alone, and something that our support can go by. */
export function mayAskDesk(side: RecoverySide): boolean {
  const isTooLittle = !('claim' in side.by) && side.incident === undefined && verdictOf(side) === 'refused';
  return isTooLittle && side.shown.some(({ kind }) => kind !== 'browser');
}
