import type { AccountView } from '#contract/schemas/account.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { appConfig } from '#web/lib/app-config.ts';
import type { Translate } from '#web/lib/i18n.tsx';
import { isRefusal } from '#web/lib/refusal-error.ts';
import { momentText } from '#web/lib/time-text.ts';

/** The time of the next allowed nickname change, in the person's format; undefined if it is allowed now. */
export function nicknameWait(account: AccountView, language: Language): string | undefined {
  const { nextAt } = account.limits.nickname;
  if (nextAt === null || Date.parse(nextAt) <= Date.now()) return undefined;
  return momentText(nextAt, language);
}

/** The limit on nickname changes, as configured by the operator. */
export function nicknameLimitText(t: Translate): string {
  const { nicknameChangeDays: days } = appConfig().limits;
  if (days === 7) return t('ex.nick.limit');
  return days === 1 ? t('ex.nick.limit1') : t('ex.nick.limitN', { n: days });
}

/**
 * The text for a refused change of a name or a region: with the next date, or that it was the only change. Undefined
 * for other refusals.
 */
export function limitText(error: unknown, t: Translate): string | undefined {
  if (!isRefusal(error, 'updateLimit', 'changeLimit')) return undefined;
  const { item, nextAt } = error.data;
  if (typeof nextAt === 'string') {
    return t(error.refusal === 'updateLimit' ? 'pf.nick.today' : 'pf.nick.next', { date: momentText(nextAt) });
  }
  return t(item === 'region' ? 'pf.region.used' : 'pf.user.used');
}
