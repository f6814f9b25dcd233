import { useState } from 'react';
import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import { useLanguage } from '#web/lib/texts/i18n.tsx';

/**
 * The lines of APIs: all of them until one is deselected. A desktop signs in without them, such as the synchronization of
 * settings, until one is selected.
 */
export function useChosenApis(
  apis: readonly { readonly name: string; readonly text: InEveryLanguage }[],
  { areOnAtFirst }: { readonly areOnAtFirst: boolean },
) {
  const language = useLanguage();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  return {
    lines: apis.map(({ name, text }) => ({ name, text: text[language] })),
    chosen: new Set(apis.map(({ name }) => name).filter((name) => changed.has(name) !== areOnAtFirst)),
    onChange(name: string, isChosen: boolean): void {
      setChanged(new Set([...changed, name].filter((one) => one !== name || isChosen !== areOnAtFirst)));
    },
  };
}
