import { useEffect, useState } from 'react';
import { t } from '#web/desk/texts.ts';
import { Segmented } from '#web/ui/controls/segmented.tsx';

const themes = ['light', 'dark'] as const;

/** Shows the page in the other theme while a preview is looked at. */
export function ThemeSwitch({ panel }: { readonly panel: string }) {
  const [theme, setTheme] = useState<(typeof themes)[number]>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    return () => void delete document.documentElement.dataset['theme'];
  }, [theme]);
  return (
    <Segmented
      label={t('dk.theme')}
      options={themes.map((value) => ({ value, label: t(`dk.theme.${value}`) }))}
      value={theme}
      onChange={setTheme}
      panel={panel}
    />
  );
}
