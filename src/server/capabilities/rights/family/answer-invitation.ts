import { guardianTextVersion, type GuardianRelation } from '#contract/vocabulary/children.ts';
import { catalogues } from '#messages/catalogues.ts';
import { regionOfText } from '#server/core/account/agreements/agreements.ts';
import { writeLedger } from '#server/core/account/agreements/consents.repository.ts';
import { bodyOf, digestOf } from '#server/core/account/agreements/document.ts';
import { lockAccount, raiseVersion, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { endGuardianship, noteAnswer, turnGuardianship } from '#server/core/rights/family/children.guarded.ts';
import { guardianshipsOf, insertGuardianship } from '#server/core/rights/family/guardianships.repository.ts';
import { isChild } from '#server/core/account/age/limited-child.ts';
import type { Db } from '#server/core/database/db.ts';
import { withdrawDeletionRow } from '#server/core/account/deletion/deletions.guarded.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { kindOf } from '#server/core/sign-in/ways/way.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { refuseAsGuardian, refuseUnverified, type GuardianCheck } from './as-guardian.ts';
import { readInvitation } from './invite-guardian.ts';

export interface AnswerDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly identity: Pick<Identity, 'accounts' | 'ageGate' | 'formers'>;
  readonly evidence: Pick<Evidence, 'links' | 'proofs'>;
  readonly journal: Pick<Journal, 'audit' | 'notices'>;
  /** Asks the operator whether the owner of an account is an adult; undefined where nobody is asked. */
  readonly checkGuardian: GuardianCheck | undefined;
}

export interface Guardian {
  readonly session: Session;
  readonly visit: Visit;
}

/** The child that asks, and whether it opened the invitation in this browser. */
export interface OpenedInvitation {
  readonly child: Account;
  readonly sameBrowser: boolean;
}

/**
 * Shows an invitation to an account that may answer it.
 * @throws {Refusal} tokenError (1022), notAsGuardian (3023)
 */
export async function openInvitation(
  { store: { db, clock }, identity, evidence: { links } }: AnswerDeps,
  { session, visit }: Guardian,
  invitation: string,
): Promise<OpenedInvitation> {
  const link = await links.find('guardian', readInvitation(invitation));
  const child = link && (await identity.accounts.findLive(link.accountId));
  if (link === undefined || child === undefined || !isChild(child)) throw new Refusal('tokenError', { reason: 'no such invitation' });
  await refuseAsGuardian({ db, ageGate: identity.ageGate }, { guardian: session.account, child, at: clock.now() });
  return { child, sameBrowser: link.payload === visit.visitor };
}

/** The ways that prove a guardian in the browser of the child, who may know a password or read the mail there. */
const beyondTheBrowser = ['phone', 'passkey'];

/**
 * Agrees to the account of a child, which is free from then on; a deletion that waits is withdrawn. The first of two
 * guardians is the guardian, the second one the second.
 * @throws {Refusal} agreementChanged, tokenError, verificationNeeded, notAsGuardian
 */
export async function consentForChild(
  deps: AnswerDeps,
  guardian: Guardian,
  { invitation, relation, version }: { readonly invitation: string; readonly relation: GuardianRelation; readonly version: string },
): Promise<string> {
  refuseOtherText(version);
  const { child, sameBrowser } = await openInvitation(deps, guardian, invitation);
  await refuseUnverified(deps, guardian.session.account);
  const {
    store: { db, clock },
    evidence: { links, proofs },
  } = deps;
  const { session, visit } = guardian;
  return db.tx(async () => {
    await lockBoth(deps, session.accountId, child.id);
    const way = await proofs.redeem(session, { action: 'consentForChild' });
    if (sameBrowser && !beyondTheBrowser.includes(kindOf(way))) {
      const methods = (await proofs.methodsFor(session.account, 'consentForChild')).filter(({ method }) =>
        beyondTheBrowser.includes(method),
      );
      throw new Refusal('verificationNeeded', { data: { methods, reason: 'sameBrowser' } });
    }
    await links.redeem('guardian', readInvitation(invitation));
    await links.revoke(child.id, ['guardian']);
    const now = await readAccount(deps.identity, child.id);
    const at = clock.now();
    await refuseAsGuardian(
      { db, ageGate: deps.identity.ageGate },
      { guardian: await readAccount(deps.identity, session.accountId), child: now, at },
    );
    const guardians = await guardianshipsOf(db, 'child_id', child.id);
    const known = guardians.find(({ guardian_id }) => guardian_id === session.accountId);
    // The child has asked somebody else instead of those who withdrew: they do not come back beside the new guardian.
    const isFirst = !guardians.some(({ state }) => state === 'agreed');
    for (const each of isFirst ? guardians : []) if (each !== known) await endGuardianship(db, each.id, at);
    const id = known?.id ?? newId();
    if (known === undefined)
      await insertGuardianship(db, { id, child_id: child.id, guardian_id: session.accountId, relation, version, since: at });
    else await turnGuardianship(db, { id, from: 'withdrawn', to: 'agreed', since: at });
    await free(deps, now, { id, guardian: { session, visit }, at });
    return id;
  });
}

/**
 * Ends an invitation without a consent. The child sees it, and may ask somebody else.
 * @throws {Refusal} tokenError, notAsGuardian
 */
export async function refuseForChild(deps: AnswerDeps, guardian: Guardian, invitation: string): Promise<void> {
  const { child } = await openInvitation(deps, guardian, invitation);
  const {
    store: { db },
    evidence: { links },
    journal: { audit },
  } = deps;
  const { session, visit } = guardian;
  await db.tx(async () => {
    await links.redeem('guardian', readInvitation(invitation));
    await links.revoke(child.id, ['guardian']);
    await audit.record({ event: 'guardian.refused', accountId: session.accountId, sessionId: session.sessionId, origin: visit });
    await audit.record({ event: 'guardian.refused', accountId: child.id, origin: nowhere(visit), counts: ['children.refused'] });
  });
}

/** @throws {Refusal} agreementChanged where another text was on screen */
export function refuseOtherText(version: string): void {
  if (version !== guardianTextVersion)
    throw new Refusal('agreementChanged', { reason: "another version of the guardian's text", data: { version: guardianTextVersion } });
}

/** Notes in the ledgers of both what a guardian has given or withdrawn, with the text of it. */
export async function noteInLedger(
  db: Db,
  {
    act,
    guardian: { account, assurance },
    child,
    at,
  }: { readonly act: 'given' | 'withdrawn'; readonly guardian: Session; readonly child: Account; readonly at: number },
): Promise<void> {
  const { language } = account;
  const region = regionOfText(child.region, language);
  const digest = digestOf(bodyOf(catalogues[language].legal.childAgreement[region]));
  const document = { type: 'childAgreement', version: guardianTextVersion, digest, publication: 0, region, language } as const;
  const [first] = assurance.ways;
  const entry = { at, act, channel: 'guardian', documents: [document] } as const;
  await writeLedger(db, { ...entry, accountId: account.id, way: first === undefined ? '' : kindOf(first) });
  // A guardian's way to sign in is not the child's to see.
  await writeLedger(db, { ...entry, accountId: child.id, way: '' });
}

/** Locks both accounts, the lower id first, so that no two answers wait for each other. */
export async function lockBoth({ store: { db } }: Pick<AnswerDeps, 'store'>, ...ids: readonly [string, string]): Promise<void> {
  for (const id of ids.toSorted()) await lockAccount(db, id);
}

/** A guardian's place is not the child's to see. */
export function nowhere({ requestId }: Pick<Visit, 'requestId'>) {
  return { clientIp: '', requestId };
}

/** Frees a child's account after the consent of a guardianship, and tells both. */
export async function free(
  { store: { db }, journal }: Pick<AnswerDeps, 'store' | 'journal'>,
  child: Account,
  { id, guardian: { session, visit }, at }: { readonly id: string; readonly guardian: Guardian; readonly at: number },
): Promise<void> {
  if (!(await noteAnswer(db, { childId: child.id, answer: 'agreed', dueAt: null, at })))
    throw new Refusal('tokenError', { reason: 'grown' });
  if (child.state === 'deleting') {
    const isInTime = await withdrawDeletionRow(db, { accountId: child.id, at });
    if (!isInTime || !(await transitionAccount(db, { id: child.id, from: 'deleting', to: 'active' })))
      throw new Refusal('tokenError', { reason: 'too late' });
    await raiseVersion(db, child.id);
    await journal.audit.record({ event: 'deletion.withdrawn', accountId: child.id, origin: nowhere(visit) });
  }
  await noteInLedger(db, { act: 'given', guardian: session, child, at });
  const detail = { guardianship: id };
  await journal.audit.record({
    event: 'guardian.agreed',
    accountId: session.accountId,
    sessionId: session.sessionId,
    origin: visit,
    detail,
  });
  await journal.audit.record({
    event: 'guardian.agreed',
    accountId: child.id,
    origin: nowhere(visit),
    detail,
    counts: ['children.agreed'],
  });
  await tellOwner({ journal }, { account: session.account, event: 'guardianAgreed', by: visit, name: child.nickname });
  for (const to of contactsOf(child)) await journal.notices.sendChange({ account: child, event: 'guardianFreed', to, from: '' });
}
