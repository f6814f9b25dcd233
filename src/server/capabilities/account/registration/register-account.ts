import { hashNewPassword } from '#server/core/account/identity/hash-new-password.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { readIdentifier } from '#server/core/account/identifiers/identifier.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import { refuseNickname } from '#server/core/account/name-policy/refuse-nickname.ts';
import { newNickname } from '#server/core/account/identifiers/new-nickname.ts';
import type { AcceptedAgreement } from '#server/core/account/agreements/agreements.ts';
import { checkFields, whenGiven } from '#server/platform/check-fields.ts';
import { codeField, newContactField, newPasswordField } from '#server/core/account/fields/fields.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { SignUps } from '#server/core/account/sign-ups/sign-ups.ts';

export interface RegistrationDeps {
  readonly identity: Identity;
  readonly signUps: SignUps;
}

export interface RegistrationInput {
  readonly kind: 'phone' | 'email';
  /** The phone or the email. */
  readonly contact: string;
  readonly code: string;
  readonly password: string;
  readonly region: RegionOrNone;
  readonly agreements: readonly AcceptedAgreement[];
  readonly nickname: string | undefined;
  readonly validate: string | undefined;
}

/**
 * Makes an account for a phone or an email that a code has proven, and signs it in.
 *
 * Agreements → rules → words of the nickname → captcha, code and place (`SignUps`) → hash → one transaction. Taken
 * values cost no place; among racing requests the database decides.
 *
 * @throws {Refusal} agreementMissing, agreementChanged, badRequest with the failed rules, captchaFailed,
 * unsafeRegistration, smsCodeWrong, smsCodeNotObtained, emailCodeWrong, emailCodeNotObtained, tooFrequent, signUpLimit,
 * phoneExists, emailExists, legacyPhone, legacyEmail, nicknameExists, sensitiveWords
 */
export async function registerAccount(deps: RegistrationDeps, visit: Visit, input: RegistrationInput): Promise<SignedInAccount> {
  const agreed = deps.identity.agreements.requireCurrent(input.agreements);
  const { contact, nickname, code, password } = readFields(deps, input);
  const { accounts, words } = deps.identity;
  if (nickname) refuseNickname(words, nickname.shown);
  return deps.signUps.open(visit, {
    contact,
    code,
    region: input.region,
    agreed,
    channel: 'register',
    forChildren: true,
    captcha: { validate: input.validate, isUsual: true },
    async look() {
      if (nickname && (await accounts.exists('nickname', nickname.value))) throw new IdentifierTaken('nickname');
    },
    make: async () => ({
      passwordHash: await hashNewPassword(deps.identity, { field: 'password', password, source: networkSource(visit) }),
      nickname: nickname ?? newNickname(),
      mayRename: false,
    }),
  });
}

function readFields({ identity }: RegistrationDeps, input: RegistrationInput) {
  const given = newContactField(identity, input.kind, input.contact);
  const own = [input.contact, 'value' in given ? given.value.value : undefined, input.nickname].filter((word) => word !== undefined);
  return checkFields({
    contact: given,
    code: codeField(input.code),
    password: newPasswordField(input.password, { own, brand: identity.brand }),
    nickname: whenGiven(input.nickname || undefined, (text) => readIdentifier('nickname', text)),
  });
}
