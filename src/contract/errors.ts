import { limits } from './limits.ts';

/**
 * The error catalogue: all numbers in the server's answers and their treatment by the web application.
 * Numbers up to 2999 and 4010 with their texts are the product's (spec 8); those from 3000 are ours (contract 4).
 * Numbers are permanent: a retired one goes to `retiredCodes` and is never reused. Texts are in
 * `#messages/<language>/errors.ts`.
 */

/** Place of a refusal in the web application: on a form field, as a toast, or as the calling screen decides. */
export type Show = 'field' | 'toast' | 'caller';

export interface CatalogueEntry {
  readonly code: number;
  /** HTTP status; business refusals answer 200 (contract 1). */
  readonly status: number;
  readonly show: Show;
  /** The form field of the refusal; `given` when the answer's `data.fields` names it. */
  readonly field?: string;
  /** The failed rule of that field; its text is the rule's text. */
  readonly rule?: string;
  /** Next page after the notice, and the delay in seconds (spec 4, spec 9). */
  readonly after?: { readonly go: 'login' | 'userCenter' | 'logout'; readonly afterSeconds: number };
}

const protocol = (status: number, rest: Partial<CatalogueEntry> = {}) => ({ code: status, status, show: 'toast', ...rest }) as const;
const business = (code: number, rest: Partial<CatalogueEntry> = {}) => ({ code, status: 200, show: 'toast', ...rest }) as const;
const field = (code: number, name: string, rule: string) => ({ code, status: 200, show: 'field', field: name, rule }) as const;

export const catalogue = {
  /**
   * A malformed request, or, with `data.fields`, failed rules of spec 5: then the form marks those fields (contract 1).
   */
  badRequest: protocol(400),
  unauthorized: protocol(401, { show: 'caller', after: { go: 'login', afterSeconds: 0 } }),
  forbidden: protocol(403),
  notFound: protocol(404),
  preconditionFailed: protocol(412),
  payloadTooLarge: protocol(413),
  /** No provider takes messages of the channel now: the form marks the fields of `data.fields`. */
  messageOutage: protocol(424),
  preconditionRequired: protocol(428),
  tooManyRequests: protocol(429),
  serverError: protocol(500),
  unavailable: protocol(503),
  gatewayTimeout: protocol(504),

  unknown: business(1000),
  usernameExists: field(1001, 'username', 'exists'),
  emailExists: field(1002, 'email', 'exists'),
  emailNotExists: field(1003, 'email', 'not_exists'),
  emailCodeWrong: field(1004, 'emailCode', 'code'),
  phoneExists: field(1005, 'phone', 'exists'),
  phoneNotExists: field(1006, 'phone', 'not_exists'),
  smsCodeWrong: field(1007, 'code', 'code'),
  configFail: business(1008),
  agreementMissing: business(1009, { show: 'caller' }),
  antiCheating: business(1010),
  codeLimit: business(1011),
  oldPasswordInvalid: field(1012, 'oldPassword', 'oldPasswordInvalid'),
  smsCodeNotObtained: field(1013, 'code', 'notGetSMS'),
  emailCodeNotObtained: field(1014, 'emailCode', 'notGetObtain'),
  passwordWrong: field(1017, 'password', 'password'),
  nicknameExists: field(1018, 'nickname', 'exists'),
  exists: field(1019, 'given', 'exists'),
  legacyPhone: field(1020, 'phone', 'has_deepin'),
  legacyEmail: field(1021, 'email', 'has_deepin'),
  tokenError: business(1022, { after: { go: 'userCenter', afterSeconds: limits.redirectAfterExpirySeconds } }),
  updateLimit: business(1024),
  sensitiveWords: field(1025, 'given', 'sensitive'),
  wechatUsed: business(1026),
  avatarRefused: business(1027),
  overtime: business(2000, { after: { go: 'login', afterSeconds: limits.redirectAfterExpirySeconds } }),

  verificationNeeded: business(3001, { show: 'caller' }),
  deletionPending: business(3002, { show: 'caller' }),
  passwordChangedRecently: business(3003, { show: 'caller' }),
  tooFrequent: business(3004),
  signUpLimit: business(3005),
  lastWayIn: business(3006, { show: 'caller' }),
  wrongCredentials: business(3007, { show: 'caller' }),
  captchaFailed: business(3008),
  mailLimit: business(3009),
  agreementChanged: business(3010, { show: 'caller' }),
  secondStepNeeded: business(3011, { show: 'caller' }),
  changeLimit: business(3012, { show: 'caller' }),
  socialStateInvalid: business(3013),
  socialAlreadyBound: business(3014),
  unsafeRegistration: business(3015),
  accountFrozen: business(3016, { show: 'caller' }),
  proofDoesNotCount: business(3017),
  claimNotDue: business(3018, { show: 'caller' }),
  guardianNeeded: business(3021, { show: 'caller' }),
  separateConsentNeeded: business(3022, { show: 'caller' }),
  notAsGuardian: business(3023, { show: 'caller' }),
  passkeyUnknown: business(3025, { show: 'caller' }),
  passkeyRefused: business(3026, { show: 'caller' }),
  stepCodeWrong: business(3027, { show: 'caller' }),
  claimOpen: business(3028, { show: 'caller' }),
  tooMany: business(3029, { show: 'caller' }),
  developerClosed: business(3040, { show: 'caller' }),
  appStateRefuses: business(3041),
  appLimit: business(3042),
  changedElsewhere: business(3043, { show: 'caller' }),
  domainNotProven: business(3044),
  qrOver: business(3050, { show: 'caller' }),
  qrMismatch: business(3051, { show: 'caller' }),
  consentNeeded: business(3052, { show: 'caller' }),
  settingOff: business(3053),
  settingsFull: business(3054),
  passwordLocked: business(4010, { after: { go: 'logout', afterSeconds: 0 } }),
} as const satisfies Record<string, CatalogueEntry>;

export type RefusalName = keyof typeof catalogue;

/**
 * Retired numbers that must never be reused.
 * @internal only a test reads them: none of the catalogue's numbers is one.
 */
export const retiredCodes: readonly number[] = [3019, 3030];

/** `data` of an answer whose refusal marks fields: field name → rule name (contract 1). */
export type FailedRules = Readonly<Record<string, string>>;

/** Name of the catalogue entry with this number; undefined for an unknown number. */
export function refusalNameOf(code: number): RefusalName | undefined {
  return namesByCode.get(code);
}

const namesByCode = new Map(Object.entries(catalogue).map(([name, entry]) => [entry.code, name as RefusalName]));
