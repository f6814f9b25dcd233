import type { AppKind, AppState } from '#contract/apps/developer/developer.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { useLanguage } from '#web/lib/texts/i18n.tsx';
import type { Tone } from '#web/ui/layout/badge.tsx';
import { appWindow, monitorSmartphone, server, tv } from '#web/ui/marks/icons.ts';

/** Chooses the name of an app in the current language. */
export function useAppName(): (name: Readonly<Record<Language, string>>) => string {
  const language = useLanguage();
  return (name) => name[language];
}

export const kindIcons: Readonly<Record<AppKind, string>> = { web: server, browser: appWindow, native: monitorSmartphone, device: tv };

export const stateTones: Readonly<Record<AppState, Tone>> = {
  test: 'neutral',
  review: 'accent',
  live: 'success',
  suspended: 'warning',
  deleted: 'warning',
};
