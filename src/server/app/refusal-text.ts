import type { RefusalName } from '#contract/errors.ts';
import type { Language } from '#contract/vocabulary/regions.ts';
import { errors as errorsEn, timedErrors as timedEn } from '#messages/en/errors.ts';
import { errors as errorsZh, timedErrors as timedZh } from '#messages/zh/errors.ts';
import { hour, minute, second } from '#server/platform/clock.ts';

interface Texts {
  readonly locale: string;
  readonly errors: Readonly<Record<RefusalName, string>>;
  readonly timed: Readonly<Partial<Record<RefusalName, string>>>;
}

const texts: Readonly<Record<Language, Texts>> = {
  en_US: { locale: 'en', errors: errorsEn, timed: timedEn },
  zh_CN: { locale: 'zh-CN', errors: errorsZh, timed: timedZh },
};

/** What a refusal says, with the time to wait where its text has a place for it. */
export function refusalText(name: RefusalName, language: Language, retryAfter?: number): string {
  const { locale, errors, timed } = texts[language];
  const text = retryAfter === undefined ? undefined : timed[name];
  return text === undefined || retryAfter === undefined ? errors[name] : text.replace('{wait}', waitText(retryAfter * second, locale));
}

/** In minutes, from two hours on in hours; never shorter than the wait. */
function waitText(ms: number, locale: string): string {
  const [unit, count] = ms < 2 * hour ? ['minute', ms / minute] : ['hour', ms / hour];
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count));
  return text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ');
}
