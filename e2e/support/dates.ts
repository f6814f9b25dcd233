import type { Lang } from './texts.ts';

/** The date so many days from now as the pages write it, in the time zone that the browser of the tests is in. */
export function dateAhead(days: number, lang: Lang): string {
  const format = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-US', { dateStyle: 'long', timeZone: 'Asia/Shanghai' });
  return format.format(Date.now() + days * 86_400_000);
}
