import { isOwnContact, type OwnContactDeps } from '#server/core/sign-in/gate/own-contact.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { newContactField } from '#server/core/account/fields/fields.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { TokenLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Cause } from '#server/core/protection/notices/notices.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { activationPayload } from '#server/core/sign-in/links/activation-payload.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';

export interface SendAccountCodeDeps extends OwnContactDeps {
  readonly identity: Identity;
  readonly evidence: Evidence;
}

export interface SendAccountCodeInput {
  readonly kind: 'phone' | 'email';
  /** `bind` goes to a new phone or email, the others to a contact of the account. */
  readonly scene: 'verify' | 'bind' | 'delete' | 'upgrade';
  /** The new phone or email; for the other scenes it is optional, and must be the account's own. */
  readonly contact: string | undefined;
  readonly visit: Cause & Pick<Visit, 'visitor' | 'browser' | 'lang'>;
}

interface Target {
  readonly value: string;
  readonly shown: string;
}

/**
 * Sends a code to a signed-in account, usable by that account in this browser, or for an upgrade by this browser. The mail to a new email also carries a link that
 * binds the email without a session, if the person has already proven their identity.
 * @throws {Refusal} badRequest with the failed rules (also `not_my`, `is_not`), phoneNotExists and emailNotExists when
 * the account has none, phoneExists and emailExists when the new one is taken, legacyPhone and legacyEmail when a
 * legacy account has it, verificationNeeded when a code of this kind is too weak for the deletion, codeLimit, mailLimit,
 * configFail
 */
export async function sendAccountCode(
  deps: SendAccountCodeDeps,
  session: Session,
  { kind, scene, contact, visit }: SendAccountCodeInput,
): Promise<{ cd: number }> {
  const { account } = session;
  const target =
    scene === 'bind'
      ? await newTarget(deps, { account, kind, contact: contact ?? '' })
      : await ownTarget(deps, session, { kind, contact, visit });
  // No message leaves that could not be used.
  if (scene === 'delete') await deps.evidence.proofs.refuseTooWeak(session, { method: kind, action: 'deleteAccount', target: undefined });
  const { codes } = deps.evidence;
  const where = { accountId: account.id, browser: visit.browser };
  // Visitors upgrade too.
  const holder = scene === 'upgrade' ? (`visitor:${visit.visitor}` as const) : await codes.holderIn(where);
  return codes.issue({
    binding: { scene, channel: kind === 'phone' ? 'sms' : 'email', target: target.value, holder },
    asker: await codes.askerIn(where),
    deliverTo: target.shown,
    tellsFailure: true,
    language: visit.lang,
    clientIp: visit.clientIp,
    ...(scene === 'bind' && kind === 'email' ? { makeLink: () => makeActivationLink(deps, session, target) } : {}),
  });
}

/**
 * The other way to bind the new email: the link proves the mailbox, and an identity proof reserved for it proves the
 * person. The first of code and link to be used ends the other.
 */
async function makeActivationLink(
  { evidence: { proofs, links } }: Pick<SendAccountCodeDeps, 'evidence'>,
  session: Session,
  target: Target,
): Promise<TokenLink | undefined> {
  const { accountId, account } = session;
  if (account.passwordHash === null) return undefined;
  const action = account.email === null ? 'bindEmail' : 'changeEmail';
  const by = await proofs.dedicate(session, { action, target: target.value });
  if (by === undefined) return undefined;
  // Only the newest link is valid: the person may have corrected a mistyped email.
  await links.revoke(accountId, ['activation']);
  return links.issue({
    kind: 'activation',
    accountId,
    target: target.value,
    payload: activationPayload(target.shown, by),
  });
}

async function ownTarget(
  deps: OwnContactDeps,
  session: Session,
  { kind, contact, visit }: Pick<SendAccountCodeInput, 'kind' | 'contact' | 'visit'>,
): Promise<Target> {
  const { account } = session;
  const [value, shown] = kind === 'phone' ? [account.phone, account.phone] : [account.email, account.emailShown];
  if (value === null || shown === null)
    throw new Refusal(kind === 'phone' ? 'phoneNotExists' : 'emailNotExists', { reason: 'the account has none to send to' });
  const isOther = contact !== undefined && !(await isOwnContact(deps, { session, by: visit }, { kind, given: contact }));
  if (isOther) throw ruleRefusal({ [kind]: 'not_my' });
  return { value, shown };
}

async function newTarget(
  { identity }: SendAccountCodeDeps,
  { account, kind, contact }: { account: Account; kind: 'phone' | 'email'; contact: string },
): Promise<Target> {
  const current = account.email === null ? {} : { current: account.email };
  const { found } = checkFields({ found: newContactField(identity, kind, contact, current) });
  if (await identity.accounts.exists(kind, found.value)) throw new IdentifierTaken(kind);
  await identity.legacyAccounts.refuse(found);
  return found;
}
