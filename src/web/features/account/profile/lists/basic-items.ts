import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import type { LimitedItem } from '#contract/account/profile/items.ts';
import type { Translate } from '#web/lib/texts/i18n.tsx';
import { nicknameWait } from '../change-limit.ts';

/** An item with a limit, for display. */
export interface BasicItem {
  readonly name: LimitedItem;
  readonly label: string;
  /** '' if the account has none. */
  readonly value: string;
  /** The reason why it cannot be changed now. */
  readonly reason: string | undefined;
  /** It can never be changed again. */
  readonly isFinal: boolean;
}

/** Nickname, username and region with the current state of their limits. */
export function basicItems(account: AccountView, t: Translate): readonly BasicItem[] {
  const { nickname, username, region, limits } = account;
  const wait = nicknameWait(account);
  const usernameUsed = limits.username.left === 0;
  const regionUsed = limits.region.left === 0;
  return [
    {
      name: 'nickname',
      label: t('pf.nickname'),
      value: isMadeUpNickname(nickname) ? '' : nickname,
      reason: wait === undefined ? undefined : t('pf.nick.next', { date: wait }),
      isFinal: false,
    },
    {
      name: 'username',
      label: t('pf.username'),
      value: username,
      reason: usernameUsed ? t('pf.user.used') : undefined,
      isFinal: usernameUsed,
    },
    {
      name: 'region',
      label: t('pf.region'),
      value: region === '' ? '' : t(`region.${region}`),
      reason: regionUsed ? t('pf.region.used') : undefined,
      isFinal: regionUsed,
    },
  ];
}
