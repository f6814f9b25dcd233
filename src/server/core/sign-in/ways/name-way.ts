import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { NamedWay } from '#contract/sign-in/ways/ways.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { kindOf, type WayId } from './way.ts';

/** A way in the words of its owner: a phone or an email is masked, and only while the account has it. */
export function nameWay(id: WayId, { phone, emailShown }: Pick<Account, 'phone' | 'emailShown'>): NamedWay {
  const family = kindOf(id);
  const label = { phone: phone === null ? '' : maskPhone(phone), email: emailShown === null ? '' : maskEmail(emailShown) };
  return { family, label: family === 'phone' || family === 'email' ? label[family] : '' };
}
