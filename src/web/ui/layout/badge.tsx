import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import css from './badge.module.css';

/** The meaning of a colored part; never expressed only by color. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A short state in words: "This device", "1 to complete". */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={classes(css['badge'], css[tone])}>{children}</span>;
}
