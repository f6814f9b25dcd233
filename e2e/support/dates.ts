import type { Lang } from './texts.ts';

/** A birthday as the pages write it. */
export function writtenDay(day: string, lang: Lang): string {
  return new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** The date `days` days from now as the pages write it, in the time zone of the test browser: with the year if it is not this one. */
export function dateAhead(days: number, lang: Lang): string {
  return dateOf(Date.now() + days * 86_400_000, lang);
}

export function dateOf(at: number, lang: Lang): string {
  const inZone = (options: Intl.DateTimeFormatOptions, time: number): string =>
    new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { ...options, timeZone: 'Asia/Shanghai' }).format(time);
  const isThisYear = inZone({ year: 'numeric' }, at) === inZone({ year: 'numeric' }, Date.now());
  return inZone({ ...(isThisYear ? {} : { year: 'numeric' }), month: 'short', day: 'numeric' }, at);
}
