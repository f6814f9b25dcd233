import { languageOfRegion, type RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import { readIdentifier, type Identifier } from '#server/core/accounts/identifier.ts';
import { IdentifierTaken } from '#server/core/accounts/identifier-taken.ts';
import { refuseNickname } from '#server/core/words/refuse-nickname.ts';
import { newNickname } from '#server/core/accounts/new-nickname.ts';
import { takeSignUp, takeSignUpCaptcha } from '#server/core/sign-ups/sign-up-limit.ts';
import { requireAgreements, type AcceptedAgreement } from '#server/core/agreements/agreements.ts';
import { recordConsent } from '#server/core/agreements/consents.repository.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import { also, checkFields, whenGiven } from '#server/core/fields/check-fields.ts';
import { codeField, contactField, newPasswordField } from '#server/core/fields/fields.ts';
import { networkSource } from '#server/platform/http/work-source.ts';
import type { LegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import type { Notices } from '#server/core/notices/notices.ts';
import { beginSession, type SignedInAccount } from '#server/core/sessions/begin-session.ts';
import type { Sessions } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { CodeBinding } from '#server/core/verification/code-policy.ts';
import type { Codes } from '#server/core/verification/codes.ts';
import type { NameWords } from '#server/core/words/name-words.ts';
import type { Captcha } from '#server/platform/captcha/captchas.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { PasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';

export interface RegistrationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly legacyAccounts: LegacyAccounts;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly captcha: Captcha;
  readonly hasher: PasswordHasher;
  readonly limiter: RateLimiter;
  readonly audit: Audit;
  readonly notices: Notices;
  readonly words: NameWords;
  readonly settings: {
    readonly rateFactor: number;
    /** Names of the product that no password may be made of. */
    readonly brand: readonly string[];
  };
}

export interface RegistrationInput {
  readonly kind: 'phone' | 'email';
  /** The phone or the email address. */
  readonly contact: string;
  readonly code: string;
  readonly password: string;
  readonly region: RegionOrNone;
  readonly agreements: readonly AcceptedAgreement[];
  readonly nickname: string | undefined;
  readonly validate: string | undefined;
}

/**
 * Makes an account for a phone or an email address that a code has proven, and signs it in.
 *
 * Agreements → rules → words of the nickname → captcha, of more work where this network has made many accounts → code (its try is counted
 * here) → is it a legacy account's → is the nickname free → a place among the network's → hash → one transaction: account and identifiers, spend the code,
 * consents, session, audit, welcome mail. Nothing exists before the code is proven, and the database decides who is first.
 *
 * @throws {Refusal} agreementMissing, agreementChanged, badRequest with the failed rules, captchaFailed, smsCodeWrong, smsCodeNotObtained,
 * emailCodeWrong, emailCodeNotObtained, tooFrequent, signUpLimit, phoneExists, emailExists, legacyPhone, legacyEmail, nicknameExists,
 * sensitiveWords
 */
export async function registerAccount(deps: RegistrationDeps, visit: Visit, input: RegistrationInput): Promise<SignedInAccount> {
  requireAgreements(input.agreements);
  const { contact, nickname, code, password } = readFields(deps, input);
  if (nickname) refuseNickname(deps.words, nickname.shown);
  const work = await takeSignUpCaptcha(deps, visit, { scene: 'register', validate: input.validate, isUsual: true });
  const passed = await deps.codes.check(codeBinding(contact, visit), code);
  await deps.legacyAccounts.refuse(contact);
  // What is taken already costs no place; among racers the database decides.
  if (nickname && (await deps.accounts.exists('nickname', nickname.value))) throw new IdentifierTaken('nickname');
  await takeSignUp(deps, visit, work);
  const passwordHash = await deps.hasher.hash({ password, source: networkSource(visit) });

  const language = input.region === '' || visit.langChosen ? visit.lang : languageOfRegion(input.region);
  const identifiers = [contact, nickname ?? newNickname()];
  const { db, accounts, audit } = deps;
  return db.tx(async () => {
    const at = deps.clock.now();
    const account = await accounts.create({ region: input.region, language, identifiers, passwordHash, at });
    await deps.codes.claim(passed);
    await recordConsent(db, { accountId: account.id, region: input.region, language, at });
    const session = await beginSession(deps, { account, visit, at });
    await audit.record({ event: 'account.registered', accountId: account.id, sessionId: session.sessionId, origin: visit });
    await deps.notices.sendWelcome(account);
    return { account, session };
  });
}

function codeBinding({ kind, value }: Identifier, { visitor }: Visit): CodeBinding {
  return { scene: 'register', channel: kind === 'phone' ? 'sms' : 'email', target: value, holder: `visitor:${visitor}` };
}

function readFields({ settings }: RegistrationDeps, input: RegistrationInput) {
  const { kind, region } = input;
  const given = contactField(kind, input.contact);
  const own = [input.contact, 'value' in given ? given.value.value : undefined, input.nickname].filter((word) => word !== undefined);
  return checkFields({
    // A phone is a number of Mainland China: the other regions register by email.
    contact: kind === 'phone' ? also(given, () => (region === 'DE' ? 'phone' : undefined)) : given,
    code: codeField(input.code),
    password: newPasswordField(input.password, { own, brand: settings.brand }),
    nickname: whenGiven(input.nickname || undefined, (text) => readIdentifier('nickname', text)),
  });
}
