import { guardianDays, type GuardianAnswer, type GuardianRelation } from '#contract/vocabulary/children.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { noteAnswer, turnGuardianship } from '#server/core/rights/family/children.guarded.ts';
import { findGuardianship, guardianshipsOf, type Guardianship } from '#server/core/rights/family/guardianships.repository.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { formerContacts } from '#server/core/sign-in/ways/former-ways.ts';
import { day, hour } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { revokeExportsOfGuardian } from '#server/core/rights/exports/exports.guarded.ts';
import { free, lockBoth, noteInLedger, nowhere, refuseOtherText, type AnswerDeps, type Guardian } from './answer-invitation.ts';
import { refuseAsGuardian, refuseUnverified } from './as-guardian.ts';
import { tellOfDate } from './tell-of-date.ts';

export type FamilyDeps = AnswerDeps & {
  readonly apps: Pick<Apps, 'clients' | 'consents' | 'devices'>;
  /** Queues a copy of a child's data for a guardian, in the caller's transaction. */
  readonly queueChildCopy: (copy: {
    readonly childId: string;
    readonly guardianId: string;
    readonly language: Language;
    readonly from: number;
  }) => Promise<void>;
};

/** A guardian who has just agreed waits for a copy: whom the child did not ask is ended by a freeze before. */
const newGuardianMs = 72 * hour;

/** A child of a guardian. Times are milliseconds. */
export interface ListedChild {
  readonly id: string;
  readonly child: Account;
  readonly answer: GuardianAnswer;
  readonly since: number;
  readonly guardians: readonly ListedGuardian[];
}

export async function listChildren(deps: FamilyDeps, { accountId }: Session): Promise<readonly ListedChild[]> {
  const found = await guardianshipsOf(deps.store.db, 'guardian_id', accountId);
  return Promise.all(
    found.map(async ({ id, child_id, state, since }) => ({
      id,
      child: await readAccount(deps.identity, child_id),
      answer: state === 'agreed' ? 'agreed' : 'withdrawn',
      since,
      guardians: state === 'agreed' ? await listGuardians(deps, child_id) : [],
    })),
  );
}

export interface ListedGuardian {
  readonly nickname: string;
  readonly relation: GuardianRelation;
  readonly since: number;
}

/** The guardians of a child that agree. */
export async function listGuardians({ store, identity }: FamilyDeps, childId: string): Promise<readonly ListedGuardian[]> {
  const agreed = (await guardianshipsOf(store.db, 'child_id', childId)).filter(({ state }) => state === 'agreed');
  return Promise.all(
    agreed.map(async ({ guardian_id, relation, since }) => ({
      nickname: (await readAccount(identity, guardian_id)).nickname,
      relation,
      since,
    })),
  );
}

/** Names and dates, nothing of their content. */
export interface SeenChild {
  readonly nickname: string;
  readonly apps: readonly { readonly name: string; readonly since: number }[];
  readonly devices: readonly { readonly name: string; readonly since: number }[];
}

/**
 * The apps and devices of a child, for a guardian that agrees; the child's activity lists the look.
 * @throws {Refusal} notFound, also after a withdrawal and after the end of childhood
 */
export async function showChild(
  deps: FamilyDeps,
  { session, visit }: Guardian,
  { id, language }: { readonly id: string; readonly language: Language },
): Promise<SeenChild> {
  const { db } = deps.store;
  return db.tx(async () => {
    const own = await requireOwn(deps, session, id);
    if (own.state !== 'agreed') throw new Refusal('notFound', { reason: 'withdrawn' });
    const child = await readAccount(deps.identity, own.child_id);
    await deps.journal.audit.record({ event: 'guardian.looked', accountId: child.id, origin: nowhere(visit) });
    const { credentialEpoch } = child;
    const [consents, devices] = [
      await deps.apps.consents.list(child.id),
      await deps.apps.devices.list({ accountId: child.id, credentialEpoch }),
    ];
    const apps = [];
    for (const { clientId, authorizedAt } of consents) {
      const client = await deps.apps.clients.find(clientId);
      if (client !== undefined) apps.push({ name: client.name[language], since: authorizedAt });
    }
    return { nickname: child.nickname, apps, devices: devices.map(({ name, firstSeenAt }) => ({ name, since: firstSeenAt })) };
  });
}

/**
 * Withdraws a consent. Without another guardian the account is limited at once, and deleted after 15 days.
 * @throws {Refusal} verificationNeeded, notFound
 */
export async function withdrawForChild(deps: FamilyDeps, { session, visit }: Guardian, id: string): Promise<number> {
  const {
    store: { db, clock },
    journal: { audit },
  } = deps;
  const seen = await requireOwn(deps, session, id);
  return db.tx(async () => {
    await lockBoth(deps, session.accountId, seen.child_id);
    await deps.evidence.proofs.redeem(session, { action: 'withdrawForChild' });
    if (!(await turnGuardianship(db, { id, from: 'agreed', to: 'withdrawn' }))) throw new Refusal('notFound', { reason: 'withdrawn' });
    await revokeExportsOfGuardian(db, { childId: seen.child_id, guardianId: session.accountId });
    const at = clock.now();
    await noteInLedger(db, { act: 'withdrawn', guardian: session, child: await readAccount(deps.identity, seen.child_id), at });
    const dueAt = at + guardianDays.withdrawn * day;
    const detail = { guardianship: id };
    await audit.record({ event: 'guardian.withdrawn', accountId: session.accountId, sessionId: session.sessionId, origin: visit, detail });
    await audit.record({
      event: 'guardian.withdrawn',
      accountId: seen.child_id,
      origin: nowhere(visit),
      detail,
      counts: ['children.withdrawn'],
    });
    const others = (await guardianshipsOf(db, 'child_id', seen.child_id)).some(({ state }) => state === 'agreed');
    if (others) return dueAt;
    if (!(await noteAnswer(db, { childId: seen.child_id, answer: 'withdrawn', dueAt, at })))
      throw new Refusal('notFound', { reason: 'grown' });
    await audit.record({ event: 'child.limited', accountId: seen.child_id, origin: nowhere(visit) });
    await tellOfDate(deps, await readAccount(deps.identity, seen.child_id), { event: 'childDue', at: dueAt });
    return dueAt;
  });
}

/**
 * Takes a withdrawal back, until the account is erased.
 * @throws {Refusal} agreementChanged, verificationNeeded, notAsGuardian, notFound
 */
export async function agreeAgain(
  deps: FamilyDeps,
  guardian: Guardian,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<void> {
  refuseOtherText(version);
  const {
    store: { db, clock },
  } = deps;
  const { session } = guardian;
  const seen = await requireOwn(deps, session, id);
  await refuseUnverified(deps, session.account);
  await db.tx(async () => {
    await lockBoth(deps, session.accountId, seen.child_id);
    await deps.evidence.proofs.redeem(session, { action: 'consentForChild' });
    const child = await readAccount(deps.identity, seen.child_id);
    const at = clock.now();
    const now = await readAccount(deps.identity, session.accountId);
    await refuseAsGuardian({ db, ageGate: deps.identity.ageGate }, { guardian: now, child, at });
    if (!(await turnGuardianship(db, { id, from: 'withdrawn', to: 'agreed', since: deps.store.clock.now() })))
      throw new Refusal('notFound', { reason: 'not withdrawn' });
    await free(deps, child, { id, guardian, at });
  });
}

/**
 * A copy of the child's data, which only this guardian may open, from three days after the consent. Every phone and email of the
 * child is told, former ones too, and a freeze by any of them ends it before.
 * @throws {Refusal} verificationNeeded, notFound, changeLimit, tooFrequent
 */
export async function exportChild(
  deps: FamilyDeps,
  { session, visit }: Guardian,
  { id, language }: { readonly id: string; readonly language: Language },
): Promise<void> {
  const {
    store: { db },
    journal: { audit },
  } = deps;
  const { child_id: childId, since } = await requireOwn(deps, session, id);
  await db.tx(async () => {
    await lockBoth(deps, session.accountId, childId);
    await deps.evidence.proofs.redeem(session, { action: 'exportForChild' });
    // A withdrawal, or the end of childhood, may have come first.
    if ((await requireOwn(deps, session, id)).state !== 'agreed') throw new Refusal('notFound', { reason: 'withdrawn' });
    await deps.queueChildCopy({ childId, guardianId: session.accountId, language, from: since + newGuardianMs });
    await audit.record({ event: 'guardian.exported', accountId: session.accountId, sessionId: session.sessionId, origin: visit });
    await audit.record({ event: 'guardian.exported', accountId: childId, origin: nowhere(visit), counts: ['copies.asked'] });
    const child = await readAccount(deps.identity, childId);
    await tellOwner(deps, { account: child, event: 'guardianCopied', by: { clientIp: '' } });
    for (const to of formerContacts(await deps.identity.formers.of(child)))
      await deps.journal.notices.sendChange({ account: child, event: 'guardianCopied', to, from: '' });
  });
}

async function requireOwn({ store: { db } }: FamilyDeps, { accountId }: Session, id: string): Promise<Guardianship> {
  const found = await findGuardianship(db, { id, guardianId: accountId });
  if (found === undefined) throw new Refusal('notFound', { reason: 'no such child of this account' });
  return found;
}
