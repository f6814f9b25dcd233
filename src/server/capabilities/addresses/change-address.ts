import { codeRules, normaliseCode } from '#contract/rules/code.ts';
import { emailRules, normaliseEmail } from '#contract/rules/email.ts';
import { normalisePhone, phoneRules } from '#contract/rules/phone.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import type { SensitiveAction } from '#contract/vocabulary/verification.ts';
import { identifier, type Identifier } from '#server/core/accounts/identifier.ts';
import { endOtherAccess, lockCredentials } from '#server/core/credentials/credential-change.ts';
import type { LegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import type { Proofs } from '#server/core/proof/proofs.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import {
  readAccount,
  refusingTaken,
  takenRefusals,
  writeAddress,
  type AddressChangeDeps,
  type AddressKind,
  type ChangedAccount,
  type Person,
} from './address-change.ts';

export interface ChangeAddressDeps extends AddressChangeDeps {
  readonly proofs: Proofs;
  readonly legacyAccounts: LegacyAccounts;
}

export interface ChangeAddressInput {
  readonly kind: AddressKind;
  /** The new phone or email. */
  readonly contact: string;
  readonly code: string;
}

/**
 * Binds a phone or an email to the account, or replaces the one that it has: the new one is proven by a code, the person by a proof of
 * identity.
 *
 * A password first → rules → is it free → is there a proof → code (its try is counted here) → one transaction: nothing has changed
 * meanwhile, proof and code spent, address, notices with the way back, audit, the end of all other access.
 *
 * @throws {Refusal} verificationNeeded, with no methods and `data.reason` passwordEmpty for an account without a password; badRequest
 * with the failed rules (`is_not` for the address that the account has); phoneExists, emailExists, legacyPhone, legacyEmail, smsCodeWrong, smsCodeNotObtained,
 * emailCodeWrong, emailCodeNotObtained, tooFrequent, unauthorised
 */
export async function changeAddress(deps: ChangeAddressDeps, person: Person, input: ChangeAddressInput): Promise<ChangedAccount> {
  const { db, accounts, codes, proofs } = deps;
  const { session, visit } = person;
  const { account, accountId, sessionId } = session;
  const { kind } = input;
  if (account.passwordHash === null) throw passwordFirst();
  const { next, code } = checkRules(person, input);
  if (await accounts.exists(kind, next.value)) throw new Refusal(takenRefusals[kind]);
  await deps.legacyAccounts.refuse(next);
  const need = { action: actionOf(kind, account[kind] !== null), target: next.value };
  await proofs.require(session, need);
  const channel = kind === 'phone' ? 'sms' : 'email';
  const passed = await codes.check({ scene: 'bind', channel, target: next.value, holder: `account:${accountId}` }, code);
  const change = () =>
    db.tx(async () => {
      await lockCredentials(db, session);
      await proofs.spend(session, need);
      await codes.claim(passed);
      await writeAddress(deps, account, { kind, next, visit, sessionId });
      const renewed = await endOtherAccess(deps, person);
      return { account: await readAccount(deps, accountId), session: renewed };
    });
  return refusingTaken(kind, change);
}

/** What an account without a password does first, so that a new address is never its only secret. */
function passwordFirst(): Refusal {
  return new Refusal('verificationNeeded', { data: { methods: [], reason: 'passwordEmpty' } });
}

function actionOf(kind: AddressKind, isChange: boolean): SensitiveAction {
  if (kind === 'phone') return isChange ? 'changePhone' : 'bindPhone';
  return isChange ? 'changeEmail' : 'bindEmail';
}

/** Every field's first failing rule at once, so that the form marks them together. */
function checkRules(
  { session }: Person,
  { kind, contact, code }: ChangeAddressInput,
): { readonly next: Identifier; readonly code: string } {
  const next = identifier(kind, contact);
  const failing = kind === 'phone' ? firstFailing(phoneRules, normalisePhone(contact)) : firstFailing(emailRules, normaliseEmail(contact));
  const isCurrent = next !== undefined && next.value === session.account[kind];
  const digits = normaliseCode(code);
  const fields = Object.entries({
    [kind]: failing ?? (next ? (isCurrent ? 'is_not' : undefined) : kind),
    code: firstFailing(codeRules, digits),
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (!next || fields.length > 0) throw ruleRefusal(Object.fromEntries(fields));
  return { next, code: digits };
}
