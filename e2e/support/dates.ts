import type { Lang } from './texts.ts';

/** A calendar day as the pages write it. */
export function writtenDay(day: string, lang: Lang): string {
  return new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

/** The date `days` days from now as the pages write it, in the time zone of the test browser. */
export function dateAhead(days: number, lang: Lang): string {
  const format = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium', timeZone: 'Asia/Shanghai' });
  return format.format(Date.now() + days * 86_400_000);
}
