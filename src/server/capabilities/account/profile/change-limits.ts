import type { Account } from '#server/core/account/accounts/account.ts';
import { nextNicknameChange, type NicknameSettings } from '#server/core/account/account-view/account-view.ts';
import { day, second } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';

export type NicknameLimitSettings = NicknameSettings;

/**
 * 3012: the item cannot be changed before `data.nextAt`, or never again if that is null: a username and a region have
 * one change after their first choice.
 */
export function limitRefusal(
  item: 'username' | 'nickname' | 'region',
  wait: { readonly nextAt: number; readonly at: number } | null,
): Refusal {
  return new Refusal('changeLimit', { reason: item, ...limitDetail(item, wait) });
}

/**
 * The refusal of an early change of nickname, or undefined. The spec says both once a day and once a week: within a day
 * of the last change the answer is 1024, 'Changed only once a day', and after that, as long as the period lasts, 3012;
 * both with the date.
 */
export function nicknameLimit(
  account: Account,
  { at, nicknamePeriodMs }: NicknameLimitSettings & { readonly at: number },
): Refusal | undefined {
  const nextAt = nextNicknameChange(account, { at, nicknamePeriodMs });
  if (nextAt === null) return undefined;
  const changedToday = at < (account.nicknameChangedAt ?? 0) + day;
  return changedToday ? new Refusal('updateLimit', limitDetail('nickname', { nextAt, at })) : limitRefusal('nickname', { nextAt, at });
}

function limitDetail(item: string, wait: { readonly nextAt: number; readonly at: number } | null) {
  if (wait === null) return { data: { item, nextAt: null } };
  return {
    data: { item, nextAt: new Date(wait.nextAt).toISOString() },
    retryAfter: Math.ceil((wait.nextAt - wait.at) / second),
  };
}
