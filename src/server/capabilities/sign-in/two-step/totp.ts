import { keepFormerThing } from '#server/core/sign-in/former-things/former-things.ts';
import { provenBy } from '#server/core/sign-in/ways/taking.ts';
import { cleanText } from '#contract/rules/clean-text.ts';
import { limits } from '#contract/limits.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { codeField } from '#server/core/account/fields/fields.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import { base32, otpauthUri } from '#server/core/sign-in/two-step/totp.ts';
import type { TotpApp } from '#server/core/sign-in/two-step/totp-apps.ts';
import { totpWay } from '#server/core/sign-in/ways/ways.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { refuseWithoutStep } from './second-step-guard.ts';
import { redeemPart, requireSetUpProof } from './set-up-proof.ts';
import type { ChangedAccount, TwoStepDeps } from './two-step-deps.ts';

export interface BegunApp {
  readonly id: string;
  readonly secret: string;
  readonly uri: string;
  readonly expiresAt: number;
}

/**
 * Makes the key of a new authenticator app. It proves nothing until the app has shown a code, and ends after 15 minutes.
 * @throws {Refusal} tooMany, verificationNeeded
 */
export async function beginTotp(
  deps: TwoStepDeps & { readonly brand: string },
  { session }: Person,
  { name }: { readonly name: string },
): Promise<BegunApp> {
  const { account } = session;
  await refuseTooMany(deps, account);
  await requireSetUpProof(deps.evidence, session, 'addTotp');
  return deps.store.db.tx(async () => {
    await lockCredentials(deps.store.db, session);
    const at = deps.store.clock.now();
    const { id, secret, expiresAt } = await deps.evidence.totp.begin(account, {
      at,
      name: cleanText.name(name),
      session: session.sessionId,
    });
    const text = base32(secret);
    return { id, secret: text, uri: otpauthUri({ brand: deps.brand, name: labelOf(account), secret: text }), expiresAt };
  });
}

/**
 * Adds an authenticator app that shows the right code.
 *
 * Rules → proof → the app waits → code (its try is counted here) → one transaction: proof spent, app, audit, notices.
 * During the set-up of two-step verification the proof stays, and the app is valid with the last step.
 *
 * @throws {Refusal} badRequest with the failed rule, verificationNeeded, tokenError for an app that does not wait,
 * tooFrequent, stepCodeWrong, tooMany
 */
export async function finishTotp(
  deps: TwoStepDeps,
  { session, visit }: Person,
  input: { readonly id: string; readonly code: string },
): Promise<TotpApp> {
  const { evidence, identity, journal, store } = deps;
  const { account, accountId } = session;
  const { code } = checkFields({ code: codeField(input.code) });
  const { of } = await requireSetUpProof(evidence, session, 'addTotp');
  const waiting = { id: input.id, session: session.sessionId };
  if (!(await evidence.totp.isWaiting(account, waiting))) throw new Refusal('tokenError', { reason: 'no such app waits' });
  await evidence.stepCodes.admitNew(account, visit);
  const right = await evidence.totp.findNew(account, { ...waiting, code });
  if (!right) throw new Refusal('stepCodeWrong', { reason: 'a new app' });
  return store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const { way: by, taking } = await redeemPart(evidence, session, { of, part: 'addTotp' });
    await refuseTooMany(deps, account);
    if (!(await evidence.totp.confirm(right, { untilFinish: of === 'set-up' })))
      throw new Refusal('tokenError', { reason: 'confirmed before' });
    await identity.ways.vouch({ account, added: { way: totpWay(right.id), replaces: false }, at: right.createdAt, by, taking });
    if (of === 'part') {
      await raiseVersion(store.db, accountId);
      await journal.audit.record({ event: 'totp.added', accountId, sessionId: session.sessionId, origin: visit });
      await tellOwner(deps, { account, event: 'totpAdded', by: visit });
    }
    return { id: right.id, name: right.name, createdAt: right.createdAt, lastUsedAt: null };
  });
}

/**
 * Removes an authenticator app. One that is gone already is removed again.
 * @throws {Refusal} lastWayIn where a protected account would have no second step but recovery codes, verificationNeeded,
 * unauthorized
 */
export async function removeTotp(deps: TwoStepDeps, person: Person, id: string): Promise<ChangedAccount | undefined> {
  const { store, evidence, journal } = deps;
  const { session, visit } = person;
  const { account, accountId } = session;
  const apps = await evidence.totp.list(account);
  if (!apps.some((app) => app.id === id)) return undefined;
  refuseWithoutStep({ ...account, totpApps: account.totpApps.filter((app) => app.id !== id) });
  await evidence.proofs.require(session, { action: 'removeTotp' });
  return store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const { taking } = await evidence.proofs.spend(session, { action: 'removeTotp' });
    await keepFormerThing(deps, account, { thing: { kind: 'totp', id }, by: taking });
    await evidence.totp.remove(account, id);
    const present = await readAccount(deps.identity, accountId);
    refuseWithoutStep(present);
    await raiseVersion(store.db, accountId);
    await tellOwner(deps, { account, event: 'totpRemoved', by: visit });
    const renewed = await deps.access.goOnAfter('removeTotp', person);
    await journal.audit.record({ event: 'totp.removed', accountId, sessionId: renewed.sessionId, origin: visit, detail: provenBy(taking) });
    return { account: await readAccount(deps.identity, accountId), session: renewed };
  });
}

async function refuseTooMany({ evidence }: TwoStepDeps, account: Account): Promise<void> {
  if ((await evidence.totp.list(account)).length >= limits.totpApps)
    throw new Refusal('tooMany', { reason: 'authenticator apps of the account', data: { max: limits.totpApps } });
}

/** Label in an authenticator app: a reader of it need not know the whole phone or email. */
function labelOf({ username, phone, emailShown, number }: Account): string {
  return username ?? (phone === null ? (emailShown === null ? number : maskEmail(emailShown)) : maskPhone(phone));
}
