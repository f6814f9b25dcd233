import { hashNewPassword } from '#server/core/account/identity/hash-new-password.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import { dueBeforeRecovery, type DueBeforeRecovery } from '#server/core/sign-in/access/before-recovery.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { canon } from '#server/core/account/identifiers/identifier.ts';
import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import { findFormerOwner } from '#server/core/account/identity/find-former-owner.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { frozenRefusal } from '#server/core/protection/freeze/lead-to-way-back.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { codeField, contactField, newPasswordField, ownNewPasswordField } from '#server/core/account/fields/fields.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import { takingOf } from '#server/core/sign-in/ways/taking.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { kindOf } from '#server/core/sign-in/ways/way.ts';
import { refuseSamePassword, writePassword, type ReplacePasswordDeps } from './replace-password.ts';

export interface ResetPasswordDeps extends ReplacePasswordDeps {
  readonly gate: Gate;
}

export interface ResetByCodeInput {
  readonly kind: 'phone' | 'email';
  readonly contact: string;
  readonly code: string;
  readonly newPassword: string;
}

export interface ResetByTokenInput {
  readonly token: string;
  /** Optional: the link knows it. */
  readonly email?: string | undefined;
  readonly newPassword: string;
}

/** A person who has proven to own an account. */
interface Proof {
  readonly account: Account;
  readonly by: 'phone' | 'email' | 'link';
  /** The contact that the person has proven. */
  readonly proven: 'phone' | 'email';
  /** The contact as its person knows it, for a page that asks before its form. */
  readonly contact?: string;
  /** Ways that were shown, the contact first. */
  readonly shown: readonly ShownWay[];
  /** Whether the account does not have that contact any more. */
  readonly isFormer: boolean;
  /** Its ticket, which stays as it is where more is to be shown: what it has shown lives no longer. */
  readonly ticket?: string;
  /** Spends the proof. Runs in the transaction of the reset, first. */
  readonly settle: () => Promise<unknown>;
}

interface Recovery extends Proof {
  readonly newPassword: string;
}

/**
 * Recovers an account with a code of scene `reset`.
 *
 * Rules → code (its try is counted here) → account and its state → reset. A phone or email without an account has a
 * code too, which was never sent: every guess fails, as it does for an account. Names and the old password, which only
 * the account knows, are compared after the right code.
 *
 * @throws {Refusal} badRequest with the failed rules, smsCodeWrong, smsCodeNotObtained, emailCodeWrong,
 * emailCodeNotObtained, tooFrequent, passwordLocked, deletionPending with the way back, secondStepNeeded with the email
 * that recovers the account instead of a phone that may have a new holder (ADR 69), or with a ticket where more is to be
 * shown; with explicit enumeration also phoneNotExists, emailNotExists
 */
export async function resetPasswordByCode(deps: ResetPasswordDeps, visit: Visit, input: ResetByCodeInput): Promise<Reset> {
  const { kind, contact, code, newPassword } = input;
  checkFields({
    contact: contactField(kind, contact),
    code: codeField(code),
    newPassword: newPasswordField(newPassword, { own: [contact], brand: deps.identity.brand }),
  });
  return reset(deps, visit, { ...(await proveContact(deps, visit, input)), newPassword });
}

/** Beginning of a recovery, and whether it is enough to set a password and to sign in from here. */
export interface BegunRecovery extends Pick<DueBeforeRecovery, 'methods'> {
  readonly ticket: string;
  readonly enough: boolean;
}

/**
 * Takes the code before the new password, so that nobody types one that more checks have to follow. The proof becomes a
 * ticket: of the reset where it is enough, or with one more step, and else of the way back.
 * @throws {Refusal} those of the reset that the code and the account's state bring
 */
export async function beginRecovery(
  deps: ResetPasswordDeps,
  visit: Visit,
  input: Omit<ResetByCodeInput, 'newPassword'>,
): Promise<BegunRecovery> {
  const proof = await proveContact(deps, visit, input);
  const { account, proven, shown, settle } = proof;
  if (account.state === 'deleting') throw await leadToWithdrawal(deps, visit, proof);
  const more = await moreFor(deps, visit, proof);
  if (more !== undefined) return { ticket: await issueMore(deps, visit, proof), enough: false, methods: more.methods };
  refuseInactive(account);
  const ticket = await deps.store.db.tx(async () => {
    await settle();
    await deps.journal.audit.record({ event: 'recovery.proven', accountId: account.id, origin: visit, detail: { family: proven } });
    return deps.evidence.signInTickets.issue(visit, { account, purpose: 'reset', shown });
  });
  return { ticket, enough: true, methods: [] };
}

/**
 * The owner of a contact, by a code of scene `reset`.
 * @throws {Refusal} see {@link resetPasswordByCode}
 */
async function proveContact(deps: ResetPasswordDeps, visit: Visit, input: Omit<ResetByCodeInput, 'newPassword'>): Promise<Proof> {
  const { contact, code } = checkFields({ contact: contactField(input.kind, input.contact), code: codeField(input.code) });
  const { kind, value } = contact;
  const channel = kind === 'phone' ? 'sms' : 'email';
  if (deps.gate.enumeration === 'explicit' && (await findOwner(deps, input.kind, value)) === undefined) {
    throw new Refusal(kind === 'phone' ? 'phoneNotExists' : 'emailNotExists', { reason: 'nobody has the contact' });
  }
  const binding = { scene: 'reset', channel, target: value, holder: `visitor:${visit.visitor}` } as const;
  const passed = await deps.evidence.codes.check(binding, code);
  // Not earlier: a guessed code costs the same work with and without an account.
  const owner = await findOwner(deps, input.kind, value);
  if (!owner) throw new Refusal(channel === 'sms' ? 'smsCodeWrong' : 'emailCodeWrong', { reason: 'no such account' });
  const { account } = owner;
  const settle = () => deps.evidence.codes.redeem(passed);
  if (kind === 'phone' && !owner.isFormer && (await deps.access.dormancy.doubtsPhone(account, visit)))
    throw await leadToEmail(deps, visit, { account, settle });
  return { ...owner, by: input.kind, proven: input.kind, settle };
}

type Owner = Pick<Proof, 'account' | 'shown' | 'isFormer'>;

/** The account with this contact, or the former one if no other account has proven the contact since (ADR 69). */
async function findOwner({ identity, evidence }: ResetPasswordDeps, kind: 'phone' | 'email', value: string): Promise<Owner | undefined> {
  const present = await identity.accounts.find(kind, value);
  if (present) return { account: present, shown: [evidence.wayShown(present, kind)], isFormer: false };
  const former = await findFormerOwner(identity, kind, value);
  return former && { account: former.account, shown: [{ id: former.way }], isFormer: true };
}

/** A recovery by the email has no doubt about its holder: there is no second step, only a different first one. */
async function leadToEmail(
  deps: ResetPasswordDeps,
  visit: Visit,
  { account, settle }: Pick<Proof, 'account' | 'settle'>,
): Promise<Refusal> {
  await deps.store.db.tx(async () => {
    await settle();
    await deps.journal.audit.record({ event: 'sign-in.second-step', accountId: account.id, origin: visit, detail: { for: 'recovery' } });
  });
  return new Refusal('secondStepNeeded', {
    reason: 'a phone that may have a new holder',
    data: { methods: [{ method: 'email', target: maskEmail(account.emailShown ?? '') }] },
  });
}

/** The contact of a link that was asked about without a password; after a reset the ticket of the sign-in that follows. */
type Reset = { readonly contact: string } | { readonly ticket: string };

/**
 * Recovers an account with the link mailed beside a code, which is valid for 48 hours in any browser, or with the ticket of a
 * recovery that has begun in this one. Without a password a live one that is enough answers its contact and changes nothing; a
 * link that is not enough is spent, and leads on to what else is to be shown.
 * @throws {Refusal} tokenError (1022) for a token that is unknown, used, void or expired, before any other check;
 * badRequest with the failed rule, passwordLocked, deletionPending with the way back
 */
export async function resetPasswordByToken(deps: ResetPasswordDeps, visit: Visit, input: ResetByTokenInput): Promise<Reset> {
  const { token, email, newPassword } = input;
  const link = await deps.evidence.links.find('recovery', token);
  if (!link) return reset(deps, visit, { ...(await proofOfTicket(deps, visit, token)), newPassword });
  if (email !== undefined && canon('email', email) !== link.target) throw new Refusal('tokenError', { reason: 'link to another email' });
  const owner = await findOwner(deps, 'email', link.target);
  if (owner?.account.id !== link.accountId) throw new Refusal('tokenError', { reason: 'no live recovery link' });
  return reset(deps, visit, {
    ...owner,
    newPassword,
    by: 'link',
    proven: 'email',
    contact: link.target,
    settle: () => deps.evidence.links.redeem('recovery', token),
  });
}

/** A ticket of a reset has shown a present contact first. */
async function proofOfTicket({ identity, evidence: { signInTickets } }: ResetPasswordDeps, visit: Visit, token: string): Promise<Proof> {
  const ticket = await signInTickets.find(visit, token, 'reset');
  const account = await identity.accounts.findLive(ticket.accountId);
  const { shown } = ticket;
  const [first] = shown;
  if (account === undefined || first === undefined) throw new Refusal('tokenError', { reason: 'the account is gone' });
  const proven = kindOf(first.id) === 'email' ? 'email' : 'phone';
  const contact = (proven === 'email' ? account.emailShown : account.phone) ?? '';
  return { account, shown, isFormer: false, by: proven, proven, contact, ticket: token, settle: () => signInTickets.redeem(ticket) };
}

/**
 * The account's state and the facts only for its owner → hash → one transaction: proof, password, the end of all
 * access, audit, notices, the ticket of the sign-in.
 */
async function reset(deps: ResetPasswordDeps, visit: Visit, recovery: Recovery): Promise<Reset> {
  const { account, newPassword, by, proven, settle, shown } = recovery;
  if (account.state === 'deleting') throw await leadToWithdrawal(deps, visit, recovery);
  const more = await moreFor(deps, visit, recovery);
  if (more !== undefined) throw await leadToMore(deps, visit, recovery, more);
  refuseInactive(account);
  const { contact } = recovery;
  // The page asks before it shows its form, where password managers read whose password it is.
  if (newPassword === '' && contact !== undefined) return { contact };
  checkFields({ newPassword: ownNewPasswordField(deps.identity, account, newPassword) });
  const source = networkSource(visit);
  await refuseSamePassword(deps.identity, account, { password: newPassword, source });
  const hash = await hashNewPassword(deps.identity, { field: 'newPassword', password: newPassword, source });
  const ticket = await deps.store.db.tx(async () => {
    const now = await lockAccount(deps.store.db, account.id);
    await settle();
    if (now) refuseInactive(now);
    const at = deps.store.clock.now();
    const way = deps.identity.ways.idOf(account, proven);
    const ways = await deps.identity.ways.of(account);
    const all = shown.flatMap(({ id }) => ways.known.get(id) ?? []);
    await writePassword(deps, account, { hash, way, ...(all.length > 1 && { taking: takingOf(all, ways) }), at });
    await deps.identity.accounts.noteRecovery(account, { at, by: proven });
    const { credentialEpoch } = await deps.access.endAll(account, visit.browser);
    await deps.gate.attempts.forgetAll(account);
    await deps.journal.audit.record({ event: 'password.reset', accountId: account.id, origin: visit, detail: { by } });
    await tellOwner(deps, { account, event: 'passwordReset', by: visit, ways: shown.map(({ id }) => id) });
    const signsIn = shown.filter(({ id }) => ways.own.some((own) => own.id === id));
    return deps.evidence.signInTickets.issue(visit, { account: { id: account.id, credentialEpoch }, purpose: 'renewed', shown: signsIn });
  });
  return { ticket };
}

/**
 * One message opens no protected account, nor a frozen one, nor does a former contact, because the recovery gives it
 * back to the account. Elsewhere the gate of the sign-in that follows decides, and its steps are those of this recovery.
 */
async function moreFor(
  { access, identity }: ResetPasswordDeps,
  visit: Visit,
  { account, shown, isFormer }: Proof,
): Promise<More | undefined> {
  if (takesWayBack({ account, isFormer })) return { methods: [] };
  const due = await dueBeforeRecovery(access, visit, { account, shown, ways: await identity.ways.of(account) });
  return due?.because === 'risky' ? due : undefined;
}

function takesWayBack({ account: { state, twoStepAt }, isFormer }: Pick<Proof, 'account' | 'isFormer'>): boolean {
  return state === 'frozen' || twoStepAt !== null || isFormer;
}

type More = Pick<DueBeforeRecovery, 'methods'>;

/** The proof becomes a ticket, with which the person continues to show more. */
async function leadToMore(deps: ResetPasswordDeps, visit: Visit, proof: Proof, more: More): Promise<Refusal> {
  const ticket = await issueMore(deps, visit, proof);
  if (proof.account.state === 'frozen') return frozenRefusal(proof.account, ticket);
  const { contact } = proof;
  const because = takesWayBack(proof) ? 'protected' : 'risky';
  const data = { ticket, because, methods: more.methods, ...(contact !== undefined && { contact }) };
  return new Refusal('secondStepNeeded', { reason: 'more is to be shown before a new password', data });
}

async function issueMore(deps: ResetPasswordDeps, visit: Visit, { account, settle, shown, isFormer, ticket }: Proof): Promise<string> {
  if (account.state !== 'frozen') refuseInactive(account);
  if (ticket !== undefined) return ticket;
  return deps.store.db.tx(async () => {
    await settle();
    await deps.journal.audit.record({ event: 'sign-in.second-step', accountId: account.id, origin: visit, detail: { for: 'recovery' } });
    return deps.evidence.signInTickets.issue(visit, { account, purpose: takesWayBack({ account, isFormer }) ? 'recover' : 'reset', shown });
  });
}

/**
 * A person who can recover an account can keep it: the same way back as at a sign-in, and it spends the proof.
 */
async function leadToWithdrawal(deps: ResetPasswordDeps, visit: Visit, { account, settle, shown, isFormer }: Proof): Promise<Refusal> {
  return deps.store.db.tx(async () => {
    await settle();
    await deps.journal.audit.record({ event: 'sign-in.deleting', accountId: account.id, origin: visit });
    // A former way signs nobody in.
    return deps.evidence.offerWithdrawal(account, isFormer ? [] : shown);
  });
}
