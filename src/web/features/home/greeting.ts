import type { MessageKey } from '#web/lib/i18n.tsx';

/** The greeting for a local hour: morning from 5, afternoon from 12, evening from 18 (brief, home.hi). */
export function greetingKey(hour: number): MessageKey {
  if (hour >= 5 && hour < 12) return 'home.hi.m';
  return hour >= 12 && hour < 18 ? 'home.hi.a' : 'home.hi.e';
}

/** The 12 digits of an account's ID in groups of four. */
export function groupedId(id: string): string {
  return id.replace(/(\d{4})(?=\d)/g, '$1 ');
}
