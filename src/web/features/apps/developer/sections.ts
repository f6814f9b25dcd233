import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import { gauge, keyRound, play, radio, scrollText, settings, users } from '#web/ui/marks/icons.ts';

interface Section {
  /** The end of its path; '' is the overview. */
  readonly name: '' | 'settings' | 'keys' | 'try' | 'testers' | 'signals' | 'logs';
  readonly label: MessageKey;
  readonly icon: string;
}

/** The pages of an app, in their order. */
export const sections: readonly Section[] = [
  { name: '', label: 'dc.n.overview', icon: gauge },
  { name: 'settings', label: 'dc.n.settings', icon: settings },
  { name: 'keys', label: 'dc.n.keys', icon: keyRound },
  { name: 'try', label: 'dc.n.try', icon: play },
  { name: 'testers', label: 'dc.n.testers', icon: users },
  { name: 'signals', label: 'dc.n.signals', icon: radio },
  { name: 'logs', label: 'dc.n.logs', icon: scrollText },
];

export function sectionPath(id: string, name: Section['name']): string {
  const path = `/developer/apps/${encodeURIComponent(id)}`;
  return name === '' ? path : `${path}/${name}`;
}

/** The page of guides for an app. */
export function guidePath(values: Readonly<Record<string, string>>): string {
  return `/developer/guides?${new URLSearchParams(values).toString()}`;
}
