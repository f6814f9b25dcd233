import { provenBefore } from '#server/core/account/identifiers/proven-contact.ts';
import { hashNewPassword } from '#server/core/account/identity/hash-new-password.ts';
import type { Recorded } from '#server/core/protection/audit/audit.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount, raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { identifier } from '#server/core/account/identifiers/identifier.ts';
import { replaceIdentifier } from '#server/core/account/accounts/identifiers.repository.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import { ownNewPasswordField } from '#server/core/account/fields/fields.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { rootsOf } from '#server/core/protection/claims/claims.ts';
import { leavesWayIn } from '#server/core/sign-in/ways/decisions.ts';
import { formerContacts } from '#server/core/sign-in/ways/former-ways.ts';
import { longPeriodMs, standingOf, type Way, type WayId } from '#server/core/sign-in/ways/way.ts';
import { paperWay } from '#server/core/sign-in/ways/ways.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { isThing, putThingBack } from '#server/core/sign-in/former-things/former-things.ts';
import { keepReplaced } from '#server/core/sign-in/ways/keep-replaced.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RecoveryDeps } from './prove-recovery.ts';
import { endFreeze } from './end-freeze.ts';
import { findRecovery, isSure, verdictOf, type RecoverySide } from './recovery-side.ts';
import {
  dropAccessSince,
  dropApp,
  dropContact,
  dropPasskey,
  dropRecoveryCodes,
  dropSocialAccounts,
} from '#server/core/sign-in/ways/drop-ways.guarded.ts';

export interface FinishRecoveryDeps extends RecoveryDeps {
  readonly access: Access;
  readonly gate: Gate;
}

export interface FinishRecoveryInput {
  readonly ticket: string;
  readonly newPassword: string;
  readonly keep: readonly string[];
  /** Whether the owner froze the account; false where somebody else did. */
  readonly mine: boolean;
}

export interface Recovered extends SignedInAccount {
  /** New recovery codes; none for an account without two-step verification. */
  readonly codes: readonly string[];
}

/**
 * Gets an account back: two independent ways at once, or a claim that is due.
 *
 * Ticket → does it open the account → rules → hash → one transaction: everything that was shown is spent, what is not
 * kept goes and is void, where two independent ways were shown; former ways that were shown come back, password, recovery codes, the end of all access, audit,
 * notices, session.
 *
 * @throws {Refusal} tokenError; proofDoesNotCount where what was shown does not suffice; claimNotDue; lastWayIn where
 * nothing that is kept would get the owner back; badRequest with the failed rule; passwordLocked, deletionPending
 */
export async function finishRecovery(deps: FinishRecoveryDeps, visit: Visit, input: FinishRecoveryInput): Promise<Recovered> {
  const { account } = (await decide(deps, visit, input)).side;
  const { newPassword } = checkFields({ newPassword: ownNewPasswordField(deps.identity, account, input.newPassword) });
  const hash = await hashNewPassword(deps.identity, { field: 'newPassword', password: newPassword, source: networkSource(visit) });
  return deps.store.db.tx(async () => {
    const now = await lockAccount(deps.store.db, account.id);
    if (now?.credentialEpoch !== account.credentialEpoch) throw new Refusal('tokenError', { reason: 'the credentials have just changed' });
    // Anew under the lock: what an open session of somebody else has added meanwhile is not kept either.
    const { side, kept } = await decide(deps, visit, input);
    await spendAll(deps, side);
    // Of the moment before, so that all of them hear of it, also those that go.
    await tellOfFinishedRecovery(deps, side, visit);
    if (isSure(side)) await removeUnkept(deps, side, kept);
    await restoreShown(deps, side);
    await endFreeze(deps, visit, side, input);
    const { codes, told } = await renewCredentials(deps, visit, { side, hash });
    if (isSure(side)) await endDoubtfulAccess(deps, side, { kept, told });
    return { ...(await signIn(deps, visit, side)), codes };
  });
}

/** Whether the account opens, and which ways are left. Not to be held over anything that waits. */
async function decide(
  deps: FinishRecoveryDeps,
  visit: Visit,
  { ticket, keep }: FinishRecoveryInput,
): Promise<{ readonly side: RecoverySide; readonly kept: readonly Way[] }> {
  const side = await findRecovery(deps, visit, ticket);
  refuseUnproven(deps, side);
  refuseUnfit(side.account, side);
  const kept = isSure(side) ? keptWays(side, keep) : [...side.ways.own, ...comingBack(side)];
  if (!leavesWayIn(kept)) throw new Refusal('lastWayIn', { reason: 'no kept way signs in' });
  return { side, kept };
}

/** A freeze is what this ends; an operator's lock over it stays. */
function refuseUnfit(account: Pick<Account, 'state'>, { incident }: RecoverySide): void {
  if (incident === undefined || account.state !== 'frozen') refuseInactive(account);
}

function refuseUnproven({ store }: FinishRecoveryDeps, side: RecoverySide): void {
  const { by } = side;
  if ('claim' in by) {
    const { state, dueAt } = by.claim;
    if (state !== 'open') throw new Refusal('tokenError', { reason: 'the claim is over' });
    if (dueAt >= store.clock.now())
      throw new Refusal('claimNotDue', { reason: 'the claim waits at its finish', data: { dueAt: new Date(dueAt).toISOString() } });
    return;
  }
  if (verdictOf(side) !== 'now') throw new Refusal('proofDoesNotCount', { reason: 'the shown ways do not recover at once' });
}

/** Those that stand and are kept, and former ones that were shown. */
function keptWays(side: RecoverySide, keep: readonly string[]): readonly Way[] {
  return [...side.ways.own.filter(({ id }) => keep.includes(id)), ...comingBack(side)];
}

function comingBack({ formers, shown }: RecoverySide): readonly Way[] {
  return formers.map(({ way }) => way).filter((way) => shown.some(({ id }) => id === way.id));
}

/** One statement spends the ticket, and with it the whole set of what was shown. */
async function spendAll({ evidence: { claims, signInTickets } }: FinishRecoveryDeps, { account, by }: RecoverySide): Promise<void> {
  if ('claim' in by) {
    await claims.finish(by.claim);
    return;
  }
  await signInTickets.redeem(by.ticket);
  await claims.overtake(account.id);
}

async function removeUnkept(
  { store: { db }, identity: { formers } }: FinishRecoveryDeps,
  side: RecoverySide,
  kept: readonly Way[],
): Promise<void> {
  const accountId = side.account.id;
  for (const { id, kind } of goingWays(side, kept)) {
    if (kind === 'phone' || kind === 'email') await dropContact(db, { accountId, kind });
    if (kind === 'social') await dropSocialAccounts(db, accountId);
    if (kind === 'totp') await dropApp(db, { accountId, id: id.slice('totp:'.length) });
    if (kind === 'recoveryCode') await dropRecoveryCodes(db, accountId);
    if (kind === 'passkey') await dropPasskey(db, { accountId, id: id.slice('passkey:'.length) });
  }
  const dropped = side.formers.filter(({ way }) => !side.shown.some(({ id }) => id === way.id)).map(({ id }) => id);
  await formers.drop(dropped, 'dropped');
}

/** What somebody may have allowed who added a way that goes. A freeze has ended all of it. */
async function endDoubtfulAccess(
  { store: { db, clock } }: FinishRecoveryDeps,
  side: RecoverySide,
  { kept, told }: { readonly kept: readonly Way[]; readonly told: Recorded },
): Promise<void> {
  if (side.incident !== undefined) return;
  const lately = goingWays(side, kept)
    .map(({ addedAt }) => addedAt)
    .filter((at) => at > side.ways.now - longPeriodMs);
  if (lately.length > 0) await dropAccessSince(db, { told, since: Math.min(...lately), at: clock.now() });
}

function goingWays({ ways }: RecoverySide, kept: readonly Way[]): readonly Way[] {
  return ways.own.filter((way) => !kept.some(({ id }) => id === way.id));
}

/**
 * A former app or passkey that was shown stands again, and a former phone or email takes its place again, unless another
 * account has proven it since. What stands there becomes a former one, unless two independent ways threw it out.
 */
async function restoreShown({ store, identity: { accounts, formers } }: FinishRecoveryDeps, side: RecoverySide): Promise<void> {
  for (const former of side.formers) {
    const { id, way, value } = former;
    if (!side.shown.some((shown) => shown.id === way.id)) continue;
    // It goes on proving where nothing is taken away: the codes that stand may be the owner's too.
    if (way.kind === 'recoveryCode' && !isSure(side)) continue;
    if (isThing(way.kind)) await putThingBack(store, side.account.id, former);
    const had = way.kind === 'phone' || way.kind === 'email' ? identifier(way.kind, value) : undefined;
    if (had !== undefined && !(await accounts.exists(had.kind, had.value))) {
      if (!isSure(side)) await keepReplaced({ formers }, side, way.kind);
      await replaceIdentifier(store, { accountId: side.account.id, identifier: provenBefore(had), at: way.addedAt });
    }
    await formers.drop([id], 'restored');
  }
}

/** The new password and codes stand for what got the account back, if that was not two. */
async function renewCredentials(
  deps: FinishRecoveryDeps,
  visit: Visit,
  { side, hash }: { readonly side: RecoverySide; readonly hash: string },
): Promise<{ readonly codes: readonly string[]; readonly told: Recorded }> {
  const { account, ways, shown, by } = side;
  const { identity, evidence, access, gate, journal, store } = deps;
  const at = store.clock.now();
  const voucher = isSure(side) ? undefined : shown.find(({ kind }) => kind !== 'browser')?.id;
  if (voucher !== undefined) await keepReplaced(identity, side, 'password');
  if (voucher !== undefined) await identity.ways.vouch({ account, added: 'password', at, by: voucher });
  await identity.credentials.setPassword(account.id, { hash, at });
  await noteRecovery(deps, side, at);
  await raiseVersion(store.db, account.id);
  await access.endAll(account, visit.browser);
  await gate.attempts.forgetAll(account);
  // Those on paper are one more way of the owner's: only two ways replace them.
  const needsCodes = account.twoStepAt !== null && (voucher === undefined || account.recoveryCodes.left === 0);
  const codes = !needsCodes ? [] : (await evidence.recoveryCodes.make(account, { at })).codes;
  if (voucher !== undefined && codes.length > 0) {
    await identity.ways.vouch({ account, added: { way: paperWay(at), replaces: true }, at, by: voucher });
  }
  const detail = { by: 'claim' in by ? 'claim' : 'two', roots: rootsOf(shown, ways).join(' '), carriers: carriersOf(side) };
  const event = side.incident === undefined ? 'recovery.done' : 'account.unfrozen';
  const told = await journal.audit.record({ event, accountId: account.id, origin: visit, detail });
  return { codes, told };
}

/** Newer contacts than the one that was shown may be an intruder's, also where it is a former one. */
async function noteRecovery({ identity }: FinishRecoveryDeps, { account, shown }: RecoverySide, at: number): Promise<void> {
  for (const { kind: by, addedAt } of shown) {
    if (by !== 'phone' && by !== 'email') continue;
    await identity.accounts.noteRecovery({ ...account, [by === 'phone' ? 'phoneAddedAt' : 'emailAddedAt']: addedAt }, { at, by });
    return;
  }
}

function carriersOf({ shown, ways: { known, now } }: RecoverySide): string {
  return [...new Set(shown.flatMap((way) => [...standingOf(way, known, now).carriers]))].toSorted().join(' ');
}

async function tellOfFinishedRecovery(
  { identity, evidence, journal }: FinishRecoveryDeps,
  { account, formers, shown, incident }: RecoverySide,
  visit: Visit,
): Promise<void> {
  const { lang: language, clientIp: from } = visit;
  const event = incident === undefined ? 'recoveryDone' : 'unfrozen';
  const ways = shown.map(({ id }) => id);
  // Those of the freeze answer nothing any more.
  if (incident !== undefined) await evidence.links.revoke(account.id, ['notice']);
  const everybody = [...contactsOf(account), ...formerContacts(formers)];
  for (const to of new Map(everybody.map((each) => [each.address, each] as const)).values()) {
    await journal.notices.sendChange({ account, event, to, language, from, by: visit, ways });
  }
  await identity.legacyAccounts.noteOffers([account.id]);
}

async function signIn(deps: FinishRecoveryDeps, visit: Visit, { account: { id }, shown }: RecoverySide): Promise<SignedInAccount> {
  const account: Account = await readAccount(deps.identity, id);
  const admission = deps.access.admitRecovered(
    account,
    shown.filter(({ kind }) => kind !== 'browser').map((way): { readonly id: WayId } => ({ id: way.id })),
  );
  return { account, session: await deps.access.begin({ admission, visit, at: deps.store.clock.now() }) };
}
