import { personalClaims, type Claim } from '#contract/apps/openid/claims.words.ts';
import type { Scope } from '#contract/vocabulary/scopes.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { avatarUrl } from '#server/core/account/accounts/profile-image.ts';
import { second } from '#server/platform/clock.ts';

/**
 * Claims of each scope (OpenID Connect Core 5.4): no more than the consent page says. Those about the sign-in itself
 * are in every ID token.
 */
export const claimsOfScopes = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'given_name', 'nickname', 'preferred_username', 'picture', 'locale', 'updated_at', ...personalClaims],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
} as const;

/** Claims that go with another one, and never alone. */
export const companions: Readonly<Record<string, Claim>> = {
  given_name: 'name',
  email_verified: 'email',
  phone_number_verified: 'phone_number',
};

/** Parts of an account that apps can learn. */
export type ClaimedAccount = Pick<
  Account,
  | 'id'
  | 'number'
  | 'nickname'
  | 'username'
  | 'profileImage'
  | 'language'
  | 'emailShown'
  | 'phone'
  | 'unproven'
  | 'gender'
  | 'birthday'
  | 'zone'
  | 'address'
  | 'country'
  | 'profileChangedAt'
  | 'createdAt'
>;

const genders: Readonly<Record<number, string>> = { 1: 'male', 2: 'female' };

/** The claims of an account without its empty fields. `picture` is a URL that anyone who knows it can read. */
export function claimsOf(account: ClaimedAccount, publicUrl: string): { sub: string } & Record<string, unknown> {
  const { id, number, nickname, username, profileImage, language, emailShown, phone, unproven, birthday, zone } = account;
  const gender = genders[account.gender];
  const address = addressClaim(account);
  return {
    sub: id,
    // Never the real name, which is nobody's business but the person's. Programs that ask for a first name get the same.
    name: nickname,
    given_name: nickname,
    nickname,
    // Never the nickname, which may be another person's username: some programs know people by this claim.
    preferred_username: username ?? number,
    ...(profileImage === null ? {} : { picture: new URL(avatarUrl(profileImage), publicUrl).href }),
    locale: language.replace('_', '-'),
    updated_at: Math.floor((account.profileChangedAt ?? account.createdAt) / second),
    ...(gender === undefined ? {} : { gender }),
    ...(birthday === null ? {} : { birthdate: birthday }),
    ...(zone === '' ? {} : { zoneinfo: zone }),
    ...emailClaims(emailShown ?? unproven.find(({ kind }) => kind === 'email')?.shown, emailShown !== null),
    ...phoneClaims(phone ?? unproven.find(({ kind }) => kind === 'phone')?.shown, phone !== null),
    ...(address === undefined ? {} : { address }),
  };
}

/** Verified is what a code or a link of ours has proven (OpenID Connect Core 5.1). */
function emailClaims(email: string | undefined, isProven: boolean) {
  return email === undefined ? {} : { email, email_verified: isProven };
}

/** RFC 3966 global form: the product's phones are Chinese mobile numbers. */
function phoneClaims(phone: string | undefined, isProven: boolean) {
  return phone === undefined ? {} : { phone_number: `+86${phone}`, phone_number_verified: isProven };
}

/** The address and country of the profile: the region is a group of rules of this product and no country. */
function addressClaim({ address, country }: Pick<ClaimedAccount, 'address' | 'country'>) {
  const isCountry = country !== '' && country !== 'OTHER';
  if (address === '' && !isCountry) return undefined;
  return { ...(address === '' ? {} : { formatted: address }), ...(isCountry ? { country } : {}) };
}

/** Whether an account has nothing that an app could see under a scope or a claim. */
export function lacks(account: ClaimedAccount, claim: string): boolean {
  return !(claim in claimsOf(account, 'https://localhost'));
}

/** Whether an account has nothing that an app could see under a scope. */
export function isMissing(account: ClaimedAccount, scope: Scope): boolean {
  const claim = { email: 'email', phone: 'phone_number', address: 'address' }[scope as string];
  return claim !== undefined && lacks(account, claim);
}
