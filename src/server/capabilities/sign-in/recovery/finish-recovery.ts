import { stands } from '#server/core/protection/claims/claims.ts';
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
import { leavesWayIn, unkeptIs } from '#server/core/sign-in/ways/decisions.ts';
import { rootsIn } from '#server/core/sign-in/ways/independence.ts';
import { provenBy, takingOf } from '#server/core/sign-in/ways/taking.ts';
import { formerContacts, type FormerWay } from '#server/core/sign-in/ways/former-ways.ts';
import { longPeriodMs, type Way } from '#server/core/sign-in/ways/way.ts';
import { paperWay } from '#server/core/sign-in/ways/ways.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { dropWay, isThing, putThingBack } from '#server/core/sign-in/former-things/former-things.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RecoveryDeps } from './prove-recovery.ts';
import { endFreeze } from './end-freeze.ts';
import { keptBy, type Kept } from './keep-list.ts';
import { entryOf, findRecovery, verdictOf, type RecoverySide } from './recovery-side.ts';
import { dropAccessSince } from '#server/core/sign-in/ways/drop-ways.guarded.ts';

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
 * kept goes, what was shown or chosen comes back, password, recovery codes, the end of all access, audit, notices, session.
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
    // Again under the lock: what an open session of somebody else has added meanwhile is not kept either.
    const { side, kept } = await decide(deps, visit, input);
    await spendAll(deps, side);
    // Contacts of the moment before are told, also those that go.
    await tellOfFinishedRecovery(deps, side, visit);
    await removeUnkept(deps, side, kept);
    await endFreeze(deps, side, input.mine);
    await bringBack(deps, side, kept);
    const { codes, told } = await renewCredentials(deps, visit, { side, hash, kept });
    await endDoubtfulAccess(deps, side, { kept, told });
    return { ...(await signIn(deps, visit, side)), codes };
  });
}

/** Whether the account opens, and which ways are left. Not to be held over anything that waits. */
async function decide(
  deps: FinishRecoveryDeps,
  visit: Visit,
  { ticket, keep }: FinishRecoveryInput,
): Promise<{ readonly side: RecoverySide; readonly kept: Kept }> {
  const side = await findRecovery(deps, visit, ticket);
  refuseUnproven(deps, side);
  refuseUnfit(side.account, side);
  const kept = keptBy(side, keep);
  if (!leavesWayIn([...kept.stays, ...kept.back.map(({ way }) => way)])) throw new Refusal('lastWayIn', { reason: 'no kept way signs in' });
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
    if (!stands(by.claim, side.ways)) throw new Refusal('proofDoesNotCount', { reason: 'what opened the claim was taken out' });
    if (dueAt >= store.clock.now())
      throw new Refusal('claimNotDue', { reason: 'the claim waits at its finish', data: { dueAt: new Date(dueAt).toISOString() } });
    return;
  }
  if (verdictOf(side) !== 'now' && side.waited === undefined)
    throw new Refusal('proofDoesNotCount', { reason: 'the shown ways do not recover at once' });
}

/** One statement spends the ticket with all ways that were shown. Waits opened by no more than these become void. */
async function spendAll({ evidence: { claims, signInTickets } }: FinishRecoveryDeps, side: RecoverySide): Promise<void> {
  const { account, by, waited } = side;
  if ('claim' in by) await claims.finish(by.claim);
  else await signInTickets.redeem(by.ticket);
  if (waited !== undefined) await claims.finish(waited);
  await claims.endBy(account.id, rootsIn(entryOf(side)));
}

/** Ways that are not kept go: for good where two apart were shown; otherwise they keep proving on the way back. */
async function removeUnkept(deps: FinishRecoveryDeps, side: RecoverySide, kept: Kept): Promise<void> {
  const { account } = side;
  const isOut = unkeptIs(entryOf(side)) === 'out';
  for (const way of goingWays(side, kept)) {
    await dropWay(deps.store, account, way, async (value) => {
      if (isOut) await deps.identity.formers.putOut({ account, way, value });
    });
  }
}

/** Access that somebody may have allowed who added a way that goes. A freeze has ended all of it. */
async function endDoubtfulAccess(
  { store: { db, clock } }: FinishRecoveryDeps,
  side: RecoverySide,
  { kept, told }: { readonly kept: Kept; readonly told: Recorded },
): Promise<void> {
  if (side.incident !== undefined) return;
  const lately = goingWays(side, kept)
    .map(({ addedAt }) => addedAt)
    .filter((at) => at > side.ways.now - longPeriodMs);
  if (lately.length > 0) await dropAccessSince(db, { told, since: Math.min(...lately), at: clock.now() });
}

/** A new password takes the place of the present one, which more than its owner may know. */
function goingWays({ ways, shown }: RecoverySide, { stays }: Kept): readonly Way[] {
  return ways.own.filter(({ id, kind }) =>
    kind === 'password' ? !shown.some((way) => way.id === id) : !stays.some((way) => way.id === id),
  );
}

/**
 * A former way that was shown or chosen stands again, unless another account has proven it since. The others go as the ways did
 * that were not kept.
 */
async function bringBack(
  { store, identity: { accounts, formers } }: FinishRecoveryDeps,
  side: RecoverySide,
  { back }: Kept,
): Promise<void> {
  const restored = new Set<string>();
  for (const former of back) {
    const { id, way, value } = former;
    if (isThing(way.kind)) {
      // Where codes stand that are kept, those that were shown keep proving.
      if ((await putThingBack(store, side.account.id, former)) || way.kind !== 'recoveryCode') restored.add(id);
      continue;
    }
    const had = way.kind === 'phone' || way.kind === 'email' ? identifier(way.kind, value) : undefined;
    if (had === undefined || (await accounts.exists(had.kind, had.value))) continue;
    await replaceIdentifier(store, { accountId: side.account.id, identifier: provenBefore(had), at: way.addedAt });
    restored.add(id);
  }
  await formers.drop([...restored], 'restored');
  const others = side.formers.filter(({ id }) => !restored.has(id));
  const isShown = (way: Way) => side.shown.some(({ id }) => id === way.id);
  if (unkeptIs(entryOf(side)) === 'void') await formers.drop(idsOf(others), 'dropped');
  else await formers.putOutAgain(idsOf(others.filter(({ way }) => !isShown(way))));
}

function idsOf(formers: readonly FormerWay[]): readonly string[] {
  return formers.map(({ id }) => id);
}

/** The new password and codes stand for what got the account back, if that was not two. */
async function renewCredentials(
  deps: FinishRecoveryDeps,
  visit: Visit,
  { side, hash, kept }: { readonly side: RecoverySide; readonly hash: string; readonly kept: Kept },
): Promise<{ readonly codes: readonly string[]; readonly told: Recorded }> {
  const { account, ways, shown, by } = side;
  const { identity, evidence, access, gate, journal, store } = deps;
  const at = store.clock.now();
  const voucher = entryOf(side) === 'independent' ? undefined : shown[0]?.id;
  if (voucher !== undefined) await identity.ways.vouch({ account, added: 'password', at, by: voucher });
  await identity.credentials.setPassword(account.id, { hash, at });
  await noteRecovery(deps, side, at);
  await raiseVersion(store.db, account.id);
  await access.endAll(account, visit.browser);
  await gate.attempts.forgetAll(account);
  // Kept codes on paper are one more way of the owner's: only two ways replace them.
  const hasPaper = account.recoveryCodes.left > 0 && kept.stays.some(({ kind }) => kind === 'recoveryCode');
  const needsCodes = account.twoStepAt !== null && (voucher === undefined || !hasPaper);
  const codes = !needsCodes ? [] : (await evidence.recoveryCodes.make(account, { at })).codes;
  if (voucher !== undefined && codes.length > 0) {
    await identity.ways.vouch({ account, added: { way: paperWay(at), replaces: true }, at, by: voucher });
  }
  const detail = { by: 'claim' in by || side.waited !== undefined ? 'claim' : 'two', ...provenBy(takingOf(shown, ways)) };
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

async function tellOfFinishedRecovery(
  { identity, journal }: FinishRecoveryDeps,
  { account, formers, shown, incident }: RecoverySide,
  visit: Visit,
): Promise<void> {
  const { clientIp: from } = visit;
  const event = incident === undefined ? 'recoveryDone' : 'unfrozen';
  const ways = shown.map(({ id }) => id);
  const everybody = [...contactsOf(account), ...formerContacts(formers)];
  for (const to of new Map(everybody.map((each) => [each.address, each] as const)).values()) {
    await journal.notices.sendChange({ account, event, to, from, by: visit, ways });
  }
  await identity.legacyAccounts.noteOffers([account.id]);
}

async function signIn(deps: FinishRecoveryDeps, visit: Visit, { account: { id }, shown }: RecoverySide): Promise<SignedInAccount> {
  const account: Account = await readAccount(deps.identity, id);
  const admission = deps.access.admitRecovered(
    account,
    shown.map(({ id: way }) => ({ id: way })),
  );
  return { account, session: await deps.access.begin({ admission, visit, at: deps.store.clock.now() }) };
}
