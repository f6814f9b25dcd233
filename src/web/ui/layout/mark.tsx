import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import type { RingShape } from './ring-paths.ts';
import { Drawing } from './rings.tsx';
import css from './mark.module.css';

const marks = {
  s: { size: 96, from: 26, to: 44, step: 5.5 },
  m: { size: 112, from: 36, to: 55, step: 8 },
  l: { size: 160, from: 35, to: 77, step: 8 },
} as const satisfies Record<string, RingShape>;

interface MarkProps {
  readonly seed: number;
  /** 96 px (empty lists), 112 (results), 160 (error numbers). */
  readonly size: keyof typeof marks;
  /** A colored disc in the middle, with rings of its color that are drawn outward once. */
  readonly tone?: 'success' | 'danger' | 'warning' | 'neutral';
  /** In the middle: an icon or a number. */
  readonly icon?: string;
  readonly children?: ReactNode;
}

/** A few rings around an icon or a number. */
export function Mark({ seed, size, tone, icon, children }: MarkProps) {
  const middle = icon === undefined ? children : <Icon of={icon} size={size === 's' ? 26 : 28} />;
  return (
    <div className={classes(css['mark'], css[size], tone && css['toned'], tone && css[tone])}>
      <Drawing seed={seed} shape={marks[size]} stroke={1.1} />
      {tone === undefined ? middle : <span className={css['disc']}>{middle}</span>}
    </div>
  );
}
