import type { Scope } from '#contract/vocabulary/scopes.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { avatarUrl } from '#server/core/accounts/profile-image.ts';

/** Claims of each scope (OpenID Connect Core 5.4): no more than the consent page says. */
export const claimsOfScopes = {
  openid: ['sub'],
  profile: ['nickname', 'preferred_username', 'picture', 'locale'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
} as const;

/** Whether an account has nothing that an app could see under a scope. */
export function isMissing({ emailShown, phone, region }: Pick<Account, 'emailShown' | 'phone' | 'region'>, scope: Scope): boolean {
  if (scope === 'email') return emailShown === null;
  if (scope === 'phone') return phone === null;
  return scope === 'address' && region === '';
}

/** The claims of an account without its empty fields. `picture` is a URL that anyone who knows it can read. */
export function claimsOf(account: Account, publicUrl: string): { sub: string } & Record<string, unknown> {
  const { id, nickname, username, profileImage, language, emailShown, phone, region } = account;
  return {
    sub: id,
    nickname,
    ...(username === null ? {} : { preferred_username: username }),
    ...(profileImage === null ? {} : { picture: new URL(avatarUrl(profileImage), publicUrl).href }),
    locale: language.replace('_', '-'),
    ...(emailShown === null ? {} : { email: emailShown, email_verified: true }),
    // RFC 3966 global form: the product's phones are Chinese mobile numbers.
    ...(phone === null ? {} : { phone_number: `+86${phone}`, phone_number_verified: true }),
    ...(region === '' ? {} : { address: { country: region } }),
  };
}
