import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { layoutGrid } from '#web/ui/marks/icons.ts';
import css from './app-icon.module.css';

interface AppIconProps {
  /** The picture's URL; empty: a placeholder. */
  readonly src: string;
  /** 56, 40 or 36 px. */
  readonly size?: 'l' | 'm' | 's';
}

/** An app's picture. It is decorative: the name is next to it. */
export function AppIcon({ src, size = 'm' }: AppIconProps): ReactNode {
  return (
    <span className={classes(css['icon'], css[size])}>
      {src === '' ? <Icon of={layoutGrid} size={size === 'l' ? 28 : 20} /> : <img src={src} alt="" referrerPolicy="no-referrer" />}
    </span>
  );
}
