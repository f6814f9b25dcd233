import type { AccountView } from '#contract/schemas/account.ts';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import { appConfig } from '#web/lib/app-config.ts';
import { currentLanguage, type Translate } from '#web/lib/i18n.tsx';
import { isRefusal } from '#web/lib/refusal-error.ts';

/** The time of the next allowed nickname change, in the person's format; undefined if it is allowed now. */
export function nicknameWait(account: AccountView, language: Language): string | undefined {
  const { nextAt } = account.limits.nickname;
  if (nextAt === null || Date.parse(nextAt) <= Date.now()) return undefined;
  return momentIn(nextAt, language);
}

/** The limit on nickname changes, as configured by the operator. */
export function nicknameLimitText(t: Translate): string {
  const { nicknameChangeDays: days } = appConfig().limits;
  if (days === 7) return t('ex.nick.limit');
  return days === 1 ? t('ex.nick.limit1') : t('ex.nick.limitN', { n: days });
}

/**
 * The text for a refused change of a name or a region: within a day of the last one (1024), with the next date (3012),
 * or that it was the only change. Undefined for other refusals.
 */
export function limitText(error: unknown, t: Translate): string | undefined {
  if (!isRefusal(error, 'updateLimit', 'changeLimit')) return undefined;
  if (error.refusal === 'updateLimit') return t('toast.1024');
  const { item, nextAt } = error.data;
  if (typeof nextAt === 'string') return t('pf.nick.next', { date: momentIn(nextAt, currentLanguage()) });
  return t(item === 'region' ? 'pf.region.used' : 'pf.user.used');
}

/** 2 Nov 2025, 13:36 in English, 2025年11月2日 13:36 in Chinese; in the person's time zone. */
function momentIn(moment: string, language: Language): string {
  const { locale, dateStyle } = languageFacts[language].dates;
  return new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short' }).format(new Date(moment));
}
