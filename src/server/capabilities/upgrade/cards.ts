import type { AccountCard, LegacyCard } from '#contract/schemas/upgrade.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { maskEmail, maskPhone } from '#server/core/accounts/identifier.ts';
import { avatarAddress } from '#server/core/accounts/profile-image.ts';
import type { LegacyAccount, LegacyRecord } from '#server/core/legacy/legacy-account.ts';
import type { Proven } from '#server/core/legacy/upgrade-tickets.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';

/** A legacy account as its proven owner sees it. */
export function legacyCard({ id, record }: LegacyAccount): LegacyCard {
  const { number, username, nickname, phone, email, createdAt } = record;
  return {
    legacyId: id,
    number,
    username: username ?? '',
    nickname: nickname ?? '',
    phone: phone === null ? '' : maskPhone(phone),
    email: email === null ? '' : maskEmail(email),
    createdAt: createdAt === null ? '' : new Date(createdAt).toISOString(),
  };
}

/** An account that a legacy one can go into. Whoever has not proven it sees only what it shares, which they know. */
export function accountCard(
  keyring: Keyring,
  account: Account,
  { records, proven }: { readonly records: readonly LegacyRecord[]; readonly proven: Proven },
): AccountCard {
  const isProven = proven.account(account) !== undefined;
  const same = (['phone', 'email'] as const).filter((kind) => records.some((record) => isShared(account, record, kind)));
  const isShown = (kind: 'phone' | 'email') => isProven || same.includes(kind);
  const { phone, emailShown } = account;
  return {
    target: targetOf(keyring, account),
    id: isProven ? account.number : '',
    nickname: isProven ? account.nickname : '',
    profileImage: isProven ? avatarAddress(account.profileImage) : '',
    phone: phone !== null && isShown('phone') ? maskPhone(phone) : '',
    email: emailShown !== null && isShown('email') ? maskEmail(emailShown) : '',
    same,
    isProven,
  };
}

/** The name by which the calls speak of an account: nothing can be learnt from it, and no other call knows it. */
export function targetOf(keyring: Keyring, { id }: Pick<Account, 'id'>): string {
  return keyring.mac('upgrade-target', id);
}

function isShared(account: Account, record: LegacyRecord, kind: 'phone' | 'email'): boolean {
  const value = kind === 'phone' ? record.phone : (record.email?.toLowerCase() ?? null);
  return value !== null && account[kind] === value;
}
