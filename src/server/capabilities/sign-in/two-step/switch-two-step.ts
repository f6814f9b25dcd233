import { provenBy } from '#server/core/sign-in/ways/taking.ts';
import { limits } from '#contract/limits.ts';
import { messageMethods, type MessageMethod, type TwoStepNeed } from '#contract/sign-in/two-step/second-step.words.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { raiseVersion, setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { keepFormerPaper } from '#server/core/sign-in/former-things/former-things.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hasSecondStep } from '#server/core/sign-in/ways/second-steps.ts';
import { lacking, refuseWithoutStep } from './second-step-guard.ts';
import type { ChangedAccount, TwoStepDeps } from './two-step-deps.ts';

/** Codes in messages as second steps; undefined leaves one as it is. */
export interface AllowedMessages {
  readonly phone: boolean | undefined;
  readonly email: boolean | undefined;
}

/**
 * Switches two-step verification on, with the authenticator app and the recovery codes of its set-up, and ends all other
 * sessions. Where it is on already, nothing happens: a second tab finished first.
 *
 * Is there a proof → one transaction: nothing has changed in the meantime, proof spent, app and codes valid, is there a
 * second step and are there codes, the switch, notices, the end of all other access, audit.
 *
 * @throws {Refusal} badRequest where it is not offered, verificationNeeded, lastWayIn with `data.missing`, unauthorized
 */
export async function enableTwoStep(deps: TwoStepDeps, person: Person, allowed: AllowedMessages): Promise<ChangedAccount | undefined> {
  const { store, evidence, identity, journal } = deps;
  const { session, visit } = person;
  const { accountId } = session;
  if (session.account.twoStepAt !== null) return undefined;
  if (!deps.isOffered) throw new Refusal('badRequest', { reason: 'two-step verification is not offered here' });
  refuseNewSms(deps, session.account, allowed);
  await evidence.proofs.require(session, { action: 'enableTwoStep' });
  return store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const { taking } = await evidence.proofs.spend(session, { action: 'enableTwoStep' });
    const before = await readAccount(identity, accountId);
    // Only of this session: somebody else may be inside, with their own parts.
    await evidence.totp.finish(before, session.sessionId);
    if (await evidence.recoveryCodes.isWaiting(before, session.sessionId)) await keepFormerPaper(deps, before, taking);
    await evidence.recoveryCodes.finish(before, session.sessionId);
    await setTwoStep(store.db, accountId, { since: store.clock.now(), methods: allowedIn(before, allowed) });
    const account = await readAccount(identity, accountId);
    const missing = missingIn(account);
    if (missing.length > 0) throw lacking(missing);
    await tellOwner(deps, { account, event: 'twoStepOn', by: visit });
    const renewed = await deps.access.goOnAfter('enableTwoStep', person);
    await journal.audit.record({ event: 'two-step.on', accountId, sessionId: renewed.sessionId, origin: visit });
    return { account: await readAccount(identity, accountId), session: renewed };
  });
}

/**
 * Switches two-step verification off and ends all other sessions, and the trust in browsers. Authenticator apps and
 * recovery codes stay: they keep confirming sensitive actions.
 * @throws {Refusal} verificationNeeded, unauthorized
 */
export async function disableTwoStep(deps: TwoStepDeps, person: Person): Promise<ChangedAccount | undefined> {
  const { store, evidence, identity, journal } = deps;
  const { session, visit } = person;
  const { account, accountId } = session;
  if (account.twoStepAt === null) return undefined;
  await evidence.proofs.require(session, { action: 'disableTwoStep' });
  return store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const { taking } = await evidence.proofs.spend(session, { action: 'disableTwoStep' });
    await setTwoStep(store.db, accountId, { since: null, methods: [] });
    await tellOwner(deps, { account, event: 'twoStepOff', by: visit });
    const renewed = await deps.access.goOnAfter('disableTwoStep', person);
    await journal.audit.record({ event: 'two-step.off', accountId, sessionId: renewed.sessionId, origin: visit, detail: provenBy(taking) });
    return { account: await readAccount(identity, accountId), session: renewed };
  });
}

/**
 * Allows or forbids codes in messages as second steps, and offers of passkeys, which need no proof.
 * @throws {Refusal} verificationNeeded, lastWayIn where no second step would be left, unauthorized
 */
export async function updateTwoStep(
  deps: TwoStepDeps,
  { session, visit }: Person,
  { offerPasskeys, ...allowed }: AllowedMessages & { readonly offerPasskeys: boolean | undefined },
): Promise<Account> {
  const { store, evidence, identity, journal } = deps;
  const { account, accountId, sessionId } = session;
  const changesMethods = Object.values(allowed).some((each) => each !== undefined);
  if (changesMethods) {
    refuseNewSms(deps, account, allowed);
    refuseWithoutStep({ ...account, messageMethods: allowedIn(account, allowed) });
    await evidence.proofs.require(session, { action: 'changeTwoStep' });
  }
  return store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const spent = changesMethods ? await evidence.proofs.spend(session, { action: 'changeTwoStep' }) : undefined;
    const before = await readAccount(identity, accountId);
    await setTwoStep(store.db, accountId, { methods: allowedIn(before, allowed), offerPasskeys: offerPasskeys ?? before.offersPasskeys });
    const after = await readAccount(identity, accountId);
    refuseWithoutStep(after);
    await raiseVersion(store.db, accountId);
    const audited = { event: 'two-step.changed', accountId, sessionId, origin: visit } as const;
    await journal.audit.record(spent === undefined ? audited : { ...audited, detail: provenBy(spent.taking) });
    return after;
  });
}

/** @throws {Refusal} badRequest where the installation offers no text messages, and the account does not have them yet */
function refuseNewSms({ offersSms }: TwoStepDeps, { messageMethods: before }: Account, { phone = false }: AllowedMessages): void {
  if (phone && !offersSms && !before.includes('phone'))
    throw new Refusal('badRequest', { reason: 'text messages are no second step here' });
}

function allowedIn({ messageMethods: before }: Account, allowed: AllowedMessages): readonly MessageMethod[] {
  return messageMethods.filter((method) => allowed[method] ?? before.includes(method));
}

function missingIn(account: Account): readonly TwoStepNeed[] {
  return [
    ...(hasSecondStep(account) ? [] : (['secondStep'] as const)),
    ...(account.recoveryCodes.left >= limits.recoveryCodesLow ? [] : (['codes'] as const)),
  ];
}
