import type { Account } from '#server/core/account/accounts/account.ts';
import { findIncident, type Incident } from '#server/core/protection/incidents/incidents.repository.ts';
import type { Claim } from '#server/core/protection/claims/claims.ts';
import { readNotice } from '#server/core/protection/claims/tell-of-claim.ts';
import { onWayBack, type SignInTicket } from '#server/core/sign-in/identity-proof/sign-in-tickets.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import { dueBeforeRecovery } from '#server/core/sign-in/access/before-recovery.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { mayEnter, type Verdict } from '#server/core/sign-in/ways/decisions.ts';
import { independence, rootsIn, type Independence } from '#server/core/sign-in/ways/independence.ts';
import type { FormerWay } from '#server/core/sign-in/ways/former-ways.ts';
import { takingOf } from '#server/core/sign-in/ways/taking.ts';
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
  /** Ways that were shown. */
  readonly shown: readonly Way[];
  /** The freeze that the person would end; undefined for a recovery. */
  readonly incident: Incident | undefined;
  /** False if the shown ways would also sign in from here. */
  readonly isClosed: boolean;
  /** A ticket, which stands for the ways that were shown, or a claim. */
  readonly by: { readonly ticket: SignInTicket } | { readonly claim: Claim };
  /** A claim of the same roots that has waited already. */
  readonly waited?: Claim | undefined;
}

export interface RecoverySideDeps {
  readonly store: Pick<Store, 'db'>;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Pick<Access, 'admit'>;
}

/**
 * Finds the account of a ticket of refusal 3011, of the link of a claim that is due, or of a claim in the browser that
 * opened it.
 * @throws {Refusal} tokenError
 */
export async function findRecovery(deps: RecoverySideDeps, visit: Visit, token: string): Promise<RecoverySide> {
  const claim = await claimOf(deps, visit, token);
  if (claim) return sideOf(deps, visit, claim.accountId, (ways) => ({ shown: waysOf(claim.shown, ways), by: { claim } }));
  const ticket = await deps.evidence.signInTickets.find(visit, token, ...onWayBack);
  const ids = ticket.shown.map(({ id }) => id);
  const side = await sideOf(deps, visit, ticket.accountId, (ways) => ({ shown: waysOf(ids, ways), by: { ticket } }));
  return { ...side, waited: await waitedFor(deps, side) };
}

/** A wait of two roots that is over, if both are shown again, in any browser. A wait by one has a link to its contact. */
async function waitedFor({ evidence: { claims } }: RecoverySideDeps, side: RecoverySide): Promise<Claim | undefined> {
  const verdict = verdictOf(side);
  if (typeof verdict !== 'object' || rootsIn(entryOf(side)) !== 2) return undefined;
  const { roots } = takingOf(side.shown, side.ways);
  return claims.findDueRecovery({ accountId: side.account.id, roots, waitMs: verdict.afterMs });
}

async function sideOf(
  { store: { db }, identity, access }: RecoverySideDeps,
  visit: Visit,
  accountId: string,
  rest: (ways: AccountWays) => Pick<RecoverySide, 'shown' | 'by'>,
): Promise<RecoverySide> {
  const account = await identity.accounts.findLive(accountId);
  if (!account) throw new Refusal('tokenError', { reason: 'no such account' });
  const ways = await identity.ways.of(account);
  const incident = account.frozenAt === null ? undefined : await findIncident(db, account.id);
  const side = rest(ways);
  const isClosed = incident !== undefined || (await dueBeforeRecovery(access, visit, { account, shown: side.shown, ways })) !== undefined;
  return { account, ways, incident, isClosed, formers: await identity.formers.of(account), ...side };
}

export function waysOf(ids: readonly Way['id'][], { known }: AccountWays): readonly Way[] {
  return ids.flatMap((id) => known.get(id) ?? []);
}

async function claimOf({ evidence: { links, claims } }: RecoverySideDeps, visit: Visit, token: string): Promise<Claim | undefined> {
  const link = await links.find('notice', token);
  if (link) {
    const notice = readNotice(link.payload);
    const due = notice.does === 'finish' ? await claims.find(notice.claim) : undefined;
    // Its press shows only the contact by which it came. A wait of two roots ends in the browser where both were shown.
    return due !== undefined && (due.roots.length === 1 || due.visitor === visit.visitor) ? due : undefined;
  }
  const claim = (await claims.findByToken(token)) ?? (await claims.find(token));
  return claim?.kind === 'recovery' && claim.visitor === visit.visitor ? claim : undefined;
}

/** Verdict of the shown ways about the account. A risky visit finds the door as closed as a protected account has it. */
export function verdictOf({ account, ways, shown, isClosed }: RecoverySide): Verdict {
  return mayEnter({ ...ways, shown, isClosed: isClosed || account.twoStepAt !== null });
}

/** How much was shown: what is not kept is void after two apart, and else only put out. */
export function entryOf({ shown, ways }: RecoverySide): Independence {
  return independence(shown, ways);
}

/** Whether what was shown waits for a week, so that our support may shorten it. */
export function mayAskDesk(side: RecoverySide): boolean {
  return !('claim' in side.by) && side.incident === undefined && entryOf(side) === 'weak' && verdictOf(side) !== 'now';
}
