import { scopes } from '#contract/vocabulary/scopes.ts';

/**
 * Claims that an app can ask for one by one, outside of a scope (OpenID Connect Core 5.5). `email_verified` and
 * `phone_number_verified` go with their claims.
 */
export const claims = [
  'name',
  'nickname',
  'preferred_username',
  'picture',
  'locale',
  'updated_at',
  'gender',
  'birthdate',
  'zoneinfo',
  'email',
  'phone_number',
  'address',
] as const;

export type Claim = (typeof claims)[number];

export function isClaim(text: string): text is Claim {
  return claims.some((claim) => claim === text);
}

/** The line of one claim on the consent page. */
export type ClaimLine = `claim.${Claim}`;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one text for each claim
const claimLines = claims.map((claim) => `claim.${claim}`) as unknown as readonly [ClaimLine, ...ClaimLine[]];

/** All lines that a person can allow: scopes, personal details of the scope `profile`, and single claims. */
export const consentLines = [...scopes, 'personal', ...claimLines] as const;

export type ConsentLine = (typeof consentLines)[number];

export function isConsentLine(text: string): text is ConsentLine {
  return consentLines.some((line) => line === text);
}

/** Claims of the line `personal`: part of the scope `profile` for apps whose registration allows them. */
export const personalClaims = ['gender', 'birthdate', 'zoneinfo'] as const satisfies readonly Claim[];
