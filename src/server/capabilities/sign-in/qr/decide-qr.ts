import { qrLimits } from '#contract/sign-in/qr/qr.words.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import { countedFor } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { knowsBrowser } from '#server/core/sign-in/known-browsers/known-browsers.repository.ts';
import { mayTellOfRefusal, recordMismatch } from '#server/core/sign-in/qr/mismatches.ts';
import type { Store } from '#server/core/store.ts';
import { textOfWays } from '#server/core/sign-in/ways/assurance-columns.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findOnPhone, isKnownComputer, isSameNetwork, type PersonOnPhone } from './asked-qr.ts';
import { approve, deny, endByMismatch } from './qr-sign-ins.guarded.ts';
import type { QrRow } from './qr-sign-ins.repository.ts';

export interface DecideQrDeps {
  readonly store: Store;
  readonly evidence: Evidence;
  readonly journal: Journal;
  readonly gate: Gate;
}

export interface QrDecision {
  readonly state: 'approved' | 'denied';
  /** The computer asks for one more proof. */
  readonly secondStep: boolean;
}

/**
 * Approves by the number on the screen of the computer. A protected account shows a second step on the phone first, and for a
 * strange computer in another network every account shows a proof. A wrong number ends the code, and is counted for the account.
 *
 * Number → proof → one transaction: nothing has changed in the meantime, proof spent, code approved, audit.
 *
 * @throws {Refusal} qrOver, qrMismatch, verificationNeeded, tooFrequent, forbidden
 */
export async function approveQr(
  deps: DecideQrDeps,
  person: PersonOnPhone,
  { code, number }: { readonly code: string; readonly number: number },
): Promise<QrDecision> {
  const { store, evidence, journal } = deps;
  const { session, visit } = person;
  const { account, accountId } = session;
  const row = await findOwn(deps, person, code);
  const sameNetwork = isSameNetwork(visit.clientIp, row.computer_ip);
  const decided: QrDecision = { state: 'approved', secondStep: !sameNetwork && !(await isKnownComputer(store, account, row)) };
  if (row.state === 'approved' && row.number === number) return decided;
  if (row.state !== 'shown' || row.credential_epoch !== account.credentialEpoch)
    throw new Refusal('qrOver', { reason: 'not to be decided' });
  if (row.number !== number) throw await endWrong(deps, person, row);
  if (!(await knowsBrowser(store.db, { accountId, browser: visit.browser })))
    throw new Refusal('qrOver', { reason: 'the account does not know this phone' });
  const need = { action: decided.secondStep ? 'allowFarQr' : 'allowQr', target: code } as const;
  await evidence.proofs.require(session, need);
  await store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const step = await evidence.proofs.redeemIfAsked(session, need);
    const at = store.clock.now();
    const ways = textOfWays(step === undefined ? [] : [step]);
    const isApproved = await approve(
      store.db,
      { id: row.id, at, accountId, number },
      { ways, sameNetwork, expiresAt: at + qrLimits.claimMs },
    );
    if (!isApproved) throw new Refusal('qrOver', { reason: 'decided at this moment' });
    const detail = { sameNetwork, proven: step !== undefined };
    await journal.audit.record({ event: 'qr.approved', accountId, sessionId: session.sessionId, origin: visit, detail });
  });
  return decided;
}

/**
 * Refuses a code; `report` says that somebody else shows it. Doing it again changes nothing.
 * @throws {Refusal} qrOver, tooFrequent, forbidden
 */
export async function refuseQr(
  deps: DecideQrDeps,
  person: PersonOnPhone,
  { code, why }: { readonly code: string; readonly why: 'none' | 'report' },
): Promise<QrDecision> {
  const { store, journal } = deps;
  const { session, visit } = person;
  const { accountId } = session;
  const denied: QrDecision = { state: 'denied', secondStep: false };
  const row = await findOwn(deps, person, code);
  if (row.state === 'denied') return denied;
  const tells = why === 'report' && (await mayTellOfRefusal(deps.gate, accountId));
  await store.db.tx(async () => {
    const isDenied = await deny(store.db, { id: row.id, at: store.clock.now(), accountId });
    if (!isDenied) throw new Refusal('qrOver', { reason: 'not to be refused' });
    const event = why === 'report' ? 'qr.reported' : 'qr.denied';
    await journal.audit.record({ event, accountId, sessionId: session.sessionId, origin: visit });
    if (tells) await tellOwner(deps, { account: session.account, event: 'qrRefused', by: visit });
  });
  return denied;
}

async function findOwn({ store }: DecideQrDeps, person: PersonOnPhone, code: string): Promise<QrRow> {
  const row = await findOnPhone(store, person, code);
  if (row.account_id !== person.session.accountId) throw new Refusal('qrOver', { reason: 'of another account' });
  return row;
}

/** Ends the code for everybody; the number is counted even if another request ended it first. */
async function endWrong(deps: DecideQrDeps, { session, visit }: PersonOnPhone, { id }: QrRow): Promise<Refusal> {
  const { store, journal } = deps;
  const { accountId } = session;
  const tells = await mayTellOfRefusal(deps.gate, accountId);
  await store.db.tx(async () => {
    const at = store.clock.now();
    await recordMismatch(store.db, await countedFor(store.db, { accountId, browser: visit.browser }), at);
    if (!(await endByMismatch(store.db, { id, at, accountId }))) return;
    await journal.audit.record({ event: 'qr.mismatch', accountId, sessionId: session.sessionId, origin: visit });
    if (tells) await tellOwner(deps, { account: session.account, event: 'qrRefused', by: visit });
  });
  return new Refusal('qrMismatch', { reason: 'another number was chosen' });
}
