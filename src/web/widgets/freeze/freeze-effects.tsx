import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { lock, logOut } from '#web/ui/marks/icons.ts';
import css from './freeze-effects.module.css';

const effects = [
  { icon: logOut, text: 'wy.does.1' },
  { icon: lock, text: 'wy.does.3' },
] as const;

/** What a freeze does, step by step. */
export function FreezeEffects(): ReactNode {
  const t = useT();
  return (
    <ul className={css['effects']}>
      {effects.map(({ icon, text }) => (
        <li key={text}>
          <Icon of={icon} />
          {t(text)}
        </li>
      ))}
    </ul>
  );
}
