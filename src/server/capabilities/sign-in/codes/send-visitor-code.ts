import type { CodeScene } from '#contract/sign-in/codes/code-scenes.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Identifier } from '#server/core/account/identifiers/identifier.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { contactField, newContactField } from '#server/core/account/fields/fields.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import { findFormerOwner } from '#server/core/account/identity/find-former-owner.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { tellOfRecovery, type TellOfRecoveryDeps } from '#server/core/protection/notices/tell-of-recovery.ts';
import { provingContact, type LegacyAccount } from '#server/core/account/legacy/legacy-account.ts';
import { legacyRefusal } from '#server/core/account/legacy/legacy-accounts.ts';
import type { TokenLink } from '#server/core/sign-in/links/mail-link.ts';

import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface SendVisitorCodeDeps extends TellOfRecoveryDeps {
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly gate: Gate;
}

type VisitorScene = Extract<CodeScene, 'register' | 'login' | 'reset' | 'upgrade' | 'freeze'>;

export interface SendVisitorCodeInput {
  readonly kind: 'phone' | 'email';
  readonly contact: string;
  readonly purpose: 'register' | 'login';
  readonly scene: VisitorScene | undefined;
  readonly validate: string | undefined;
}

/** The scenes that each purpose of the path may name. */
const scenesOf: Readonly<Record<SendVisitorCodeInput['purpose'], readonly VisitorScene[]>> = {
  register: ['register', 'upgrade'],
  login: ['login', 'reset', 'upgrade', 'freeze'],
};

/**
 * Sends a code to a visitor's phone or email.
 *
 * Rules → room for this visitor → captcha, at the price of the target → account → send. `register` says truthfully that
 * the target is taken, because the form needs it. `login` and `reset` do the same work and give the same answer whether
 * or not there is an account; `reset` also reaches a contact that an account had lately (ADR 69). `upgrade` proves a target that only a legacy account may have, so its code is always
 * sent. The mail of `reset` carries a link beside the code; without an account a link is made too, which serves no
 * account.
 *
 * @throws {Refusal} badRequest with the failed rules, captchaFailed, phoneExists, emailExists, legacyPhone,
 * legacyEmail, codeLimit, mailLimit, configFail; with explicit enumeration also phoneNotExists, emailNotExists
 */
export async function sendVisitorCode(deps: SendVisitorCodeDeps, visit: Visit, input: SendVisitorCodeInput): Promise<{ cd: number }> {
  const { purpose, scene = purpose, validate } = input;
  if (!scenesOf[purpose].includes(scene)) throw new Refusal('badRequest', { reason: 'scene of another purpose' });
  const { kind, contact } = input;
  const { target } = checkFields({
    target: scene === 'register' ? newContactField(deps.identity, kind, contact) : contactField(kind, contact),
  });
  const channel = input.kind === 'phone' ? 'sms' : 'email';
  const found = await deps.identity.accounts.findForSignIn(target, visit.browser ?? '');
  const asker = found?.browserIsKnown === true ? 'holder' : 'stranger';
  const work = await deps.evidence.codes.priceOf({ scene, channel, target: target.value, asker });
  const paid = await deps.gate.captcha.verify(validate, scene, visit, { work });
  const account = found?.account;
  if (scene === 'register' && account) throw new Refusal(input.kind === 'phone' ? 'phoneExists' : 'emailExists');
  // Always looked up, so that all cases cost the same.
  const legacy = await deps.identity.legacyAccounts.find(target);
  if (scene === 'register' && legacy.length > 0) throw new Refusal(legacyRefusal(input.kind));
  // A thief removes the phone or the email first: its owner still recovers and freezes by it.
  const former = scene === 'reset' || scene === 'freeze' ? await findFormerOwner(deps.identity, kind, target.value) : undefined;
  const hidesAbsence = scene === 'login' || scene === 'reset' || scene === 'freeze';
  if (hidesAbsence && !account && !former && deps.gate.enumeration === 'explicit') {
    throw new Refusal(input.kind === 'phone' ? 'phoneNotExists' : 'emailNotExists');
  }
  return deps.evidence.codes.issue({
    binding: { scene, channel, target: target.value, holder: `visitor:${visit.visitor}` },
    asker,
    paid,
    // To an account's contact as stored there, never as written in the request.
    deliverTo: account
      ? ownContact(account, kind)
      : hidesAbsence
        ? (former?.address ?? legacyContact(legacy, { kind, scene }))
        : target.shown,
    // Only messages to accounts can fail. A browser that has signed in to this one knows it already.
    tellsFailure: !hidesAbsence || deps.gate.enumeration === 'explicit' || asker === 'holder',
    language: visit.lang,
    clientIp: visit.clientIp,
    ...(scene === 'reset' ? { begun: () => tellOfRecovery(deps, visit, { account: account ?? former?.account, target }) } : {}),
    ...(scene === 'reset' && input.kind === 'email'
      ? { makeLink: () => makeRecoveryLink(deps, { account: account ?? former?.account, target }) }
      : {}),
  });
}

/** Makes a link to the page for a new password; opening it changes nothing. */
async function makeRecoveryLink(
  { evidence: { links } }: SendVisitorCodeDeps,
  { account, target }: { readonly account: Account | undefined; readonly target: Identifier },
): Promise<TokenLink> {
  return links.issue({ kind: 'recovery', accountId: account?.id, target: target.value });
}

/** At sign-in, the owner of a legacy account is led to its upgrade; there is no password to reset. */
function legacyContact(
  legacy: readonly LegacyAccount[],
  { kind, scene }: { readonly kind: 'phone' | 'email'; readonly scene: VisitorScene },
): string | undefined {
  const owned = legacy.find(({ record }) => provingContact(record, kind) !== undefined);
  return scene === 'login' ? (owned?.record[kind] ?? undefined) : undefined;
}

function ownContact(account: Account, kind: 'phone' | 'email'): string | undefined {
  return (kind === 'phone' ? account.phone : account.emailShown) ?? undefined;
}
