import type { AccountCard, LegacyCard } from '#contract/account/upgrade/upgrade.schemas.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { avatarUrl } from '#server/core/account/accounts/profile-image.ts';
import type { LegacyAccount, LegacyRecord } from '#server/core/account/legacy/legacy-account.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
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

interface CardOptions {
  readonly records: readonly LegacyRecord[];
  readonly session: Session | undefined;
  readonly isProven: boolean;
}

/**
 * A possible target of a legacy account. Without a proof or session of the target, the card shows only the shared
 * contacts, which the person knows.
 */
export function accountCard(keyring: Keyring, account: Account, { records, session, isProven }: CardOptions): AccountCard {
  const isOwn = session?.accountId === account.id;
  const isKnown = isProven || isOwn;
  const same = (['phone', 'email'] as const).filter((kind) => records.some((record) => isShared(account, record, kind)));
  const isShown = (kind: 'phone' | 'email') => isKnown || same.includes(kind);
  const { phone, emailShown } = account;
  return {
    target: targetOf(keyring, account),
    id: isKnown ? account.number : '',
    nickname: isKnown ? account.nickname : '',
    profileImage: isKnown ? avatarUrl(account.profileImage) : '',
    phone: phone !== null && isShown('phone') ? maskPhone(phone) : '',
    email: emailShown !== null && isShown('email') ? maskEmail(emailShown) : '',
    same,
    isOwn,
    isProven,
  };
}

/** The opaque name of an account in the calls: it reveals nothing, and no other call knows it. */
function targetOf(keyring: Keyring, { id }: Pick<Account, 'id'>): string {
  return keyring.mac('upgrade-target', id);
}

/** Whether this is, or recently was, the name of an account. */
export function isTarget(keyring: Keyring, target: string, { id }: Pick<Account, 'id'>): boolean {
  return keyring.macs('upgrade-target', id).includes(target);
}

function isShared(account: Account, record: LegacyRecord, kind: 'phone' | 'email'): boolean {
  const value = kind === 'phone' ? record.phone : (record.email?.toLowerCase() ?? null);
  return value !== null && account[kind] === value;
}
