import { withProof } from '#server/core/account/identifiers/proven-contact.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { needsPassword } from '#server/core/sign-in/ways/without-password.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { also, checkFields } from '#server/platform/check-fields.ts';
import { codeField, newContactField } from '#server/core/account/fields/fields.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { actionOf, writeContact, type ContactChangeDeps, type ContactKind, type ChangedAccount } from './contact-change.ts';

export type ChangeContactDeps = ContactChangeDeps;

export interface ChangeContactInput {
  readonly kind: ContactKind;
  /** The new phone or email. */
  readonly contact: string;
  readonly code: string;
  /** The person no longer controls the old one. */
  readonly lost: boolean;
}

/**
 * Binds a phone or an email to the account, or replaces the present one. A code proves the contact, an identity proof
 * the person.
 *
 * A password first → rules → is it free → is there a proof → code (its try is counted here) → one transaction: proof and
 * code spent, contact, notices with the way back, audit; a change also ends all other access.
 *
 * @throws {Refusal} verificationNeeded, with no methods and `data.reason` passwordEmpty for an account that needs a
 * password first; badRequest with the failed rules (`is_not` for the account's own contact); phoneExists, emailExists,
 * legacyPhone, legacyEmail, smsCodeWrong, smsCodeNotObtained, emailCodeWrong, emailCodeNotObtained, tooFrequent,
 * unauthorized
 */
export async function changeContact(deps: ChangeContactDeps, person: Person, input: ChangeContactInput): Promise<ChangedAccount> {
  const {
    store: { db },
    identity: { accounts },
    evidence: { codes, proofs },
  } = deps;
  const { session, visit } = person;
  const { account, accountId, sessionId } = session;
  const { kind } = input;
  if (needsPassword(account)) throw passwordFirst();
  const { next, code } = checkFields({
    next: also(newContactField(deps.identity, kind, input.contact), ({ value }) => (value === account[kind] ? 'is_not' : undefined)),
    code: codeField(input.code),
  });
  if (await accounts.exists(kind, next.value)) throw new IdentifierTaken(kind);
  await deps.identity.legacyAccounts.refuse(next);
  await proofs.require(session, { action: actionOf(kind, account), target: next.value });
  const channel = kind === 'phone' ? 'sms' : 'email';
  const holder = await codes.holderIn({ accountId, browser: visit.browser });
  const passed = await codes.check({ scene: 'bind', channel, target: next.value, holder }, code);
  return db.tx(async () => {
    await lockCredentials(db, session);
    // A first contact ends no session: another one may just have added it, and this is a change now.
    const present = await readAccount(deps.identity, accountId);
    const action = actionOf(kind, present);
    const { way: by, taking } = await proofs.spend({ ...session, account: present }, { action, target: next.value });
    const proof = await codes.redeem(passed);
    await writeContact(deps, present, { kind, next: withProof(next, proof), by, taking, lost: input.lost, visit, sessionId });
    const renewed = await deps.access.goOnAfter(action, person);
    return { account: await readAccount(deps.identity, accountId), session: renewed };
  });
}

/** An account without a password or a passkey sets one first, so that a new contact is never its only secret. */
function passwordFirst(): Refusal {
  return new Refusal('verificationNeeded', { data: { methods: [], reason: 'passwordEmpty' } });
}
