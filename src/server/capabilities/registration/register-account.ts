import { codeRules, normaliseCode } from '#contract/rules/code.ts';
import { firstFailing, type Rules } from '#contract/rules/rule.ts';
import { emailRules, normaliseEmail } from '#contract/rules/email.ts';
import { nicknameRules, normaliseNickname } from '#contract/rules/nickname.ts';
import { normalisePhone, phoneRules } from '#contract/rules/phone.ts';
import type { RefusalName } from '#contract/errors.ts';
import { languageOfRegion, type RegionOrNone } from '#contract/vocabulary/regions.ts';
import { IdentifierTaken, type Accounts } from '#server/core/accounts/accounts.repository.ts';
import { identifier, type Identifier, type IdentifierKind } from '#server/core/accounts/identifier.ts';
import { refuseNickname } from '#server/core/words/refuse-nickname.ts';
import { newNickname } from '#server/core/accounts/new-nickname.ts';
import { takeSignUp, takeSignUpCaptcha } from '#server/core/sign-ups/sign-up-limit.ts';
import { requireAgreements, type AcceptedAgreement } from '#server/core/agreements/agreements.ts';
import { recordConsent } from '#server/core/agreements/consents.repository.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import { weakness } from '#server/core/credentials/password-policy.ts';
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
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';

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

const contactRules: Readonly<Record<RegistrationInput['kind'], { readonly rules: Rules; readonly normalise: (value: string) => string }>> =
  {
    phone: { rules: phoneRules, normalise: normalisePhone },
    email: { rules: emailRules, normalise: normaliseEmail },
  };

const takenRefusals: Readonly<Record<IdentifierKind, RefusalName>> = {
  phone: 'phoneExists',
  email: 'emailExists',
  username: 'usernameExists',
  nickname: 'nicknameExists',
};

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
  const { contact, nickname } = checkRules(deps, input);
  if (nickname) refuseNickname(deps.words, nickname.shown);
  const work = await takeSignUpCaptcha(deps, visit, { scene: 'register', validate: input.validate, isUsual: true });
  const passed = await deps.codes.check(codeBinding(contact, visit), normaliseCode(input.code));
  await deps.legacyAccounts.refuse(contact);
  // What is taken already costs no place; among racers the database decides.
  if (nickname && (await deps.accounts.exists('nickname', nickname.value))) throw new Refusal('nicknameExists');
  await takeSignUp(deps, visit, work);
  const passwordHash = await deps.hasher.hash({ password: input.password, source: networkSource(visit) });

  const language = input.region === '' || visit.langChosen ? visit.lang : languageOfRegion(input.region);
  const identifiers = [contact, nickname ?? newNickname()];
  const { db, accounts, audit } = deps;
  try {
    return await db.tx(async () => {
      const at = deps.clock.now();
      const account = await accounts.create({ region: input.region, language, identifiers, passwordHash, at });
      await deps.codes.claim(passed);
      await recordConsent(db, { accountId: account.id, region: input.region, language, at });
      const session = await beginSession(deps, { account, visit, at });
      await audit.record({ event: 'account.registered', accountId: account.id, sessionId: session.sessionId, origin: visit });
      await deps.notices.sendWelcome(account);
      return { account, session };
    });
  } catch (error) {
    if (error instanceof IdentifierTaken) throw new Refusal(takenRefusals[error.kind]);
    throw error;
  }
}

function codeBinding({ kind, value }: Identifier, { visitor }: Visit): CodeBinding {
  return { scene: 'register', channel: kind === 'phone' ? 'sms' : 'email', target: value, holder: `visitor:${visitor}` };
}

/** Every field's first failing rule at once, so that the form marks them together. */
function checkRules(
  { settings }: RegistrationDeps,
  input: RegistrationInput,
): { readonly contact: Identifier; readonly nickname: Identifier | undefined } {
  const { kind } = input;
  const { rules, normalise } = contactRules[kind];
  const contact = identifier(kind, input.contact);
  const nickname = input.nickname ? identifier('nickname', input.nickname) : undefined;
  const own = [input.contact, contact?.value, input.nickname].filter((word) => word !== undefined);
  const failing = {
    [kind]: firstFailing(rules, normalise(input.contact)) ?? (contact ? phoneIsHere(input) : kind),
    code: firstFailing(codeRules, normaliseCode(input.code)),
    password: weakness(input.password, { own, brand: settings.brand }),
    nickname: input.nickname && !nickname ? (firstFailing(nicknameRules, normaliseNickname(input.nickname)) ?? 'regex') : undefined,
  };
  const fields = Object.fromEntries(Object.entries(failing).filter((entry): entry is [string, string] => entry[1] !== undefined));
  if (!contact || Object.keys(fields).length > 0) throw ruleRefusal(fields);
  return { contact, nickname };
}

/** A phone is a number of Mainland China: the other regions register by email. */
function phoneIsHere({ kind, region }: RegistrationInput): 'phone' | undefined {
  return kind === 'phone' && region === 'DE' ? 'phone' : undefined;
}
