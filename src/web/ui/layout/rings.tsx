import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { ringPaths, type RingShape } from './ring-paths.ts';
import css from './rings.module.css';

const shapes = {
  backdrop: { size: 1700, from: 40, to: 840, step: 30 },
  corner: { size: 760, from: 30, to: 380, step: 18 },
} as const satisfies Record<string, RingShape>;

interface RingsProps {
  /** Each number draws a different tree. */
  readonly seed: number;
  /** `backdrop`: behind the card of the bare shell; `corner`: in the corner of the home card. */
  readonly place: keyof typeof shapes;
}

/** Growth rings with a fading mask. They are drawn only after hydration, so they cost the page nothing before. */
export function Rings({ seed, place }: RingsProps) {
  return (
    <div className={css[place]} aria-hidden="true">
      <Drawing seed={seed} shape={shapes[place]} stroke={1.15} />
    </div>
  );
}

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

function Drawing({ seed, shape, stroke }: { readonly seed: number; readonly shape: RingShape; readonly stroke: number }) {
  // Prerendered pages omit them: the paths would be most of their bytes.
  const isAlive = useSyncExternalStore(subscribeToNothing, isOnClient, isOnServer);
  const paths = useMemo(() => (isAlive ? ringPaths(seed, shape) : []), [isAlive, seed, shape]);
  return (
    <svg
      className={css['rings']}
      viewBox={`0 0 ${shape.size} ${shape.size}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      aria-hidden="true"
    >
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

const subscribeToNothing = () => () => undefined;
const isOnClient = () => true;
const isOnServer = () => false;
