import { t } from '#web/desk/texts.ts';
import { dateText } from '#web/lib/texts/intl.ts';

/** A moment in the zone of the browser; UTC on hover. */
export function Moment({ at, kind = 'moment' }: { readonly at: number; readonly kind?: 'day' | 'moment' | 'time' }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={`${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`}>
      {dateText(date, kind)}
    </time>
  );
}

/** A day of UTC, as publications are dated. */
export function Day({ at }: { readonly at: number }) {
  const date = new Date(at);
  return <time dateTime={date.toISOString().slice(0, 10)}>{dateText(date, 'day', { timeZone: 'UTC' })}</time>;
}

/** "3 d", "2 h", "18 min", "2 s", or in Chinese "3 天": the largest unit that is not zero. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return t('dk.dur.s', { n: seconds });
  if (seconds < 3600) return t('dk.dur.min', { n: Math.floor(seconds / 60) });
  return seconds < 86_400 ? t('dk.dur.h', { n: Math.floor(seconds / 3600) }) : t('dk.dur.d', { n: Math.floor(seconds / 86_400) });
}

/** Two parts of one line, with the comma of the language. */
export function pair(first: string, second: string): string {
  return t('dk.pair', { first, second });
}
