import type { MessageKey } from '#web/lib/texts/i18n.tsx';

const greetings = {
  somebody: ['home.hi.m', 'home.hi.a', 'home.hi.e'],
  nobody: ['home.hello.m', 'home.hello.a', 'home.hello.e'],
} as const satisfies Readonly<Record<string, readonly MessageKey[]>>;

/** The greeting for a local hour, with or without a name: morning from 5, afternoon from 12, evening from 18. */
export function greetingKey(hour: number, of: keyof typeof greetings = 'somebody'): MessageKey {
  const [morning, afternoon, evening] = greetings[of];
  if (hour >= 5 && hour < 12) return morning;
  return hour >= 12 && hour < 18 ? afternoon : evening;
}

/** The 12 digits of an account's ID in groups of four. */
export function groupedId(id: string): string {
  return id.replace(/(\d{4})(?=\d)/g, '$1 ');
}
