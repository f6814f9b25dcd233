import { limits } from '#contract/limits.ts';
import { isOfKind, profileItems, type ProfileItem, type ProfileValues } from '#contract/account/profile/items.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import { nameWay } from '#server/core/sign-in/ways/name-way.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import { mayRemovePassword, needsPassword } from '#server/core/sign-in/ways/without-password.ts';
import type { Agreements } from '#server/core/account/agreements/agreements.ts';
import { childStateOf } from '#server/core/account/age/limited-child.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { addedLately } from '#server/core/sign-in/ways/added-lately.ts';
import { avatarUrl } from '#server/core/account/accounts/profile-image.ts';

/** Whether a username may be changed: once after its first choice (spec 9, ADR 5). */
export function mayChangeUsername({ username, usernameChanges }: Pick<Account, 'username' | 'usernameChanges'>): boolean {
  return username === null || usernameChanges === 0;
}

/** Whether the region may be changed: once after its first choice, at sign-up or later (spec 9, ADR 5). */
export function mayChangeRegion({ region, regionChanges }: Pick<Account, 'region' | 'regionChanges'>): boolean {
  return region === '' || regionChanges === 0;
}

export interface AccountViewOptions {
  /** End of the last identity proof of this session. */
  readonly verifiedUntil: number | null;
  /** Current time. */
  readonly at: number;
  /** Minimum time between two nickname changes (`Config.nicknameChangeDays`). */
  readonly nicknamePeriodMs: number;
  readonly agreements: Pick<Agreements, 'stateOf'>;
}

/** Settings that every account view needs. */
export type AccountViewSettings = Pick<AccountViewOptions, 'nicknamePeriodMs' | 'agreements'>;

/** Settings of changes of the nickname. */
export type NicknameSettings = Pick<AccountViewOptions, 'nicknamePeriodMs'>;

/** Only the settings, of a noun that has more. */
export function viewSettings({ nicknamePeriodMs, agreements }: AccountViewSettings): AccountViewSettings {
  return { nicknamePeriodMs, agreements };
}

/** The account as its owner sees it (contract 6). `accountEtag` must cover exactly the inputs of this function. */
export function accountView(account: Account, { verifiedUntil, at, nicknamePeriodMs, agreements }: AccountViewOptions): AccountView {
  const nicknameNextAt = nextNicknameChange(account, { at, nicknamePeriodMs });
  return {
    id: account.number,
    region: account.region,
    username: account.username ?? '',
    nickname: account.nickname,
    profileImage: avatarUrl(account.profileImage),
    encryptPhoneNumber: account.phone === null ? '' : maskPhone(account.phone),
    encryptEmail: account.emailShown === null ? '' : maskEmail(account.emailShown),
    unconfirmed: account.unproven.map(({ kind, shown }) => ({ kind, contact: kind === 'phone' ? maskPhone(shown) : maskEmail(shown) })),
    password_empty: account.passwordHash === null,
    passwordNeeded: needsPassword(account),
    passwordRemovable: mayRemovePassword(account),
    tpls: account.socials.map(({ platform, name }) => ({ type: platform, name })),
    ...profileView(account),
    language: account.language,
    createdAt: isoTime(account.createdAt),
    showQrcode: account.showQrcode,
    limits: {
      nickname: { nextAt: nicknameNextAt === null ? null : isoTime(nicknameNextAt) },
      username: { left: mayChangeUsername(account) ? 1 : 0 },
      region: { left: mayChangeRegion(account) ? 1 : 0 },
    },
    verifiedUntil: verifiedUntil === null ? null : isoTime(verifiedUntil),
    twoStep: {
      enabled: account.twoStepAt !== null,
      since: account.twoStepAt === null ? null : isoTime(account.twoStepAt),
      totp: account.totpApps.length > 0,
      codes: account.recoveryCodes.left,
    },
    ...childOf(account),
    passkeys: account.passkeys.length,
    claims: accountClaims(account),
    addedAt: {
      password: account.passwordChangedAt === null ? null : isoTime(account.passwordChangedAt),
      phone: account.phoneAddedAt === null ? null : isoTime(account.phoneAddedAt),
      email: account.emailAddedAt === null ? null : isoTime(account.emailAddedAt),
    },
    terms: agreements.stateOf(account, at),
    legacy: account.legacyOffered,
    addedLately: addedLately(account, at).map(({ type, addedAt }) => ({ type, addedAt: isoTime(addedAt) })),
  };
}

/** The requests that wait, as their owner sees them. */
export function accountClaims(account: Account): AccountView['claims'] {
  return account.openClaims.map(({ id, kind, action, way, dueAt }) => ({
    id,
    kind,
    action,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `claims.ts` writes it
    way: way === '' ? null : nameWay(way as WayId, account),
    dueAt: isoTime(dueAt),
  }));
}

/** Only the account of a child says something of it. */
function childOf(account: Account): Pick<AccountView, 'child'> {
  const child = childStateOf(account);
  return child === undefined ? {} : { child };
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
    account.recoveryCodes.left,
    // The first use of a passkey changes what it is good for, and not the account.
    account.passkeys.filter(({ proves }) => proves).length,
    ...account.openClaims.map(({ id }) => id),
    // It expires.
    ...account.unproven.map(({ kind }) => kind),
    now.agreements.stateOf(account, now.at),
  ];
  return `"${parts.join('-')}"`;
}

/** Time of the next possible nickname change; null when it is possible now. */
export function nextNicknameChange(
  account: Account,
  { at, nicknamePeriodMs }: Pick<AccountViewOptions, 'at' | 'nicknamePeriodMs'>,
): number | null {
  const next = (account.nicknameChangedAt ?? Number.NEGATIVE_INFINITY) + nicknamePeriodMs;
  return next > at ? next : null;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
