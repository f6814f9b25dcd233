import { limits } from '#contract/limits.ts';
import { isOfKind, profileItems, type ProfileItem, type ProfileValues } from '#contract/profile/items.ts';
import type { AccountView } from '#contract/schemas/account.ts';
import type { Account } from './account.ts';
import { addedLately } from './added-lately.ts';
import { maskEmail, maskPhone } from './identifier.ts';
import { avatarUrl } from './profile-image.ts';

/** A username and a region may be changed once (spec 9). */
export const usernameChangesAllowed = 1;
export const regionChangesAllowed = 1;

export interface AccountViewOptions {
  /** End of the last identity proof of this session. */
  readonly verifiedUntil: number | null;
  /** Current time. */
  readonly at: number;
  /** Minimum time between two nickname changes (`Config.nicknameChangeDays`). */
  readonly nicknamePeriodMs: number;
}

/** Settings that every account view needs. */
export type AccountViewSettings = Pick<AccountViewOptions, 'nicknamePeriodMs'>;

/** The account as its owner sees it (contract 6). `accountEtag` must cover exactly the inputs of this function. */
export function accountView(account: Account, { verifiedUntil, at, nicknamePeriodMs }: AccountViewOptions): AccountView {
  const nicknameNextAt = nextNicknameChange(account, { at, nicknamePeriodMs });
  return {
    id: account.number,
    region: account.region,
    username: account.username ?? '',
    nickname: account.nickname,
    profileImage: avatarUrl(account.profileImage),
    encryptPhoneNumber: account.phone === null ? '' : maskPhone(account.phone),
    encryptEmail: account.emailShown === null ? '' : maskEmail(account.emailShown),
    password_empty: account.passwordHash === null,
    tpls: account.socials.map(({ platform, name }) => ({ type: platform, name })),
    ...profileView(account),
    language: account.language,
    createdAt: isoTime(account.createdAt),
    showQrcode: account.showQrcode,
    limits: {
      nickname: { nextAt: nicknameNextAt === null ? null : isoTime(nicknameNextAt) },
      username: { left: Math.max(0, usernameChangesAllowed - account.usernameChanges) },
      region: { left: Math.max(0, regionChangesAllowed - account.regionChanges) },
    },
    verifiedUntil: verifiedUntil === null ? null : isoTime(verifiedUntil),
    twoStep: false,
    legacy: account.legacyOffered,
    addedLately: addedLately(account, at).map(({ type, addedAt }) => ({ type, addedAt: isoTime(addedAt) })),
  };
}

const dateItems = profileItems.filter((item) => isOfKind(item, 'date'));

function profileView(account: Account): ProfileValues {
  const view: Partial<Record<ProfileItem, unknown>> = {};
  for (const item of profileItems) view[item] = account[item];
  for (const item of dateItems) view[item] = shownDate(account[item]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each item has its stored value, and a date as it is shown
  return view as ProfileValues;
}

function shownDate(date: string | null): string {
  return date !== null && date > limits.birthdayAfter ? date : '';
}

/**
 * Changes whenever `accountView` changes. Includes the account's id: after a switch of accounts, a browser must not
 * keep the other view.
 */
export function accountEtag(account: Account, { verifiedUntil, ...now }: AccountViewOptions): string {
  const parts = [
    account.number,
    account.version,
    verifiedUntil ?? 0,
    nextNicknameChange(account, now) ?? 0,
    addedLately(account, now.at).length,
  ];
  return `"${parts.join('-')}"`;
}

/** Time of the next possible nickname change; null when it is possible now. */
export function nextNicknameChange(account: Account, { at, nicknamePeriodMs }: Omit<AccountViewOptions, 'verifiedUntil'>): number | null {
  const next = (account.nicknameChangedAt ?? Number.NEGATIVE_INFINITY) + nicknamePeriodMs;
  return next > at ? next : null;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
