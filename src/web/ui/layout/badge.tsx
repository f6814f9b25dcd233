import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import css from './badge.module.css';

/** The meaning of a colored part; never expressed only by color. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A short state in words: "This device", "1 to complete". */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={classes(css['badge'], css[tone])}>{children}</span>;
}

interface TileProps {
  readonly icon: string;
  readonly tone?: Tone;
  readonly round?: boolean;
  readonly filled?: boolean;
  readonly className?: string;
}

/** The 36 px square (or disc) that carries a row's icon. */
export function Tile({ icon, tone = 'neutral', round = false, filled = false, className }: TileProps) {
  return (
    <span className={classes(css['tile'], css[tone], round && css['round'], className)}>
      <Icon of={icon} filled={filled} />
    </span>
  );
}
