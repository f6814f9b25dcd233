import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import type { Translate } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { refusalText } from '#web/lib/api/refusals.ts';
import { dueText } from '#web/lib/texts/time-text.ts';

/** The time of the next allowed nickname change, in words; undefined if it is allowed now. */
export function nicknameWait(account: AccountView): string | undefined {
  const { nextAt } = account.limits.nickname;
  if (nextAt === null || Date.parse(nextAt) <= Date.now()) return undefined;
  return dueText(nextAt);
}

/** The limit on nickname changes, as configured by the operator. */
export function nicknameLimitText(t: Translate): string {
  const { nicknameChangeDays: days } = appConfig().limits;
  if (days === 7) return t('ex.nick.limit');
  return days === 1 ? t('ex.nick.limit1') : t('ex.nick.limitN', { n: days });
}

/**
 * The text for a refused change of a name or a region: within the day of the last change that there is one a day (1024),
 * later the next date, or that it was the only change (3012). Never both. Undefined for other refusals.
 */
export function limitText(error: unknown, t: Translate): string | undefined {
  if (!isRefusal(error, 'updateLimit', 'changeLimit')) return undefined;
  if (error.refusal === 'updateLimit') return refusalText(error);
  const { item, nextAt } = error.data;
  if (typeof nextAt === 'string') return t('pf.nick.next', { date: dueText(nextAt) });
  return t(item === 'region' ? 'pf.region.used' : 'pf.user.used');
}
