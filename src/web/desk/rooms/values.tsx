import type { HealthUnit } from '#contract/vocabulary/health-values.ts';
import { t } from '#web/desk/texts.ts';
import { countText, dateText } from '#web/lib/intl.ts';

/** A moment in the zone of the browser; UTC on hover. */
export function Moment({ at, kind = 'moment' }: { readonly at: number; readonly kind?: 'day' | 'moment' | 'time' }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={`${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`}>
      {dateText(date, kind)}
    </time>
  );
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

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A value of Health in its unit. */
export function valueText(value: number | null | undefined, unit: HealthUnit): string {
  if (value === null || value === undefined) return t('dk.hl.unknown');
  if (unit === 'seconds') return value < 1 ? `${Math.round(value * 1000)} ms` : durationText(value * 1000);
  if (unit === 'count') return countText(value);
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${countText(Math.round((value / 1000 ** power) * 10) / 10)} ${units[power]}`;
}
