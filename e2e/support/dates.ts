import type { Lang } from './texts.ts';

/** The date `days` days from now as the pages write it, in the time zone of the test browser. */
export function dateAhead(days: number, lang: Lang): string {
  const format = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium', timeZone: 'Asia/Shanghai' });
  return format.format(Date.now() + days * 86_400_000);
}
