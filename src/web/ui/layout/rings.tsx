import { useMemo, useSyncExternalStore } from 'react';
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

/** Growth rings that fill their box. */
export function Drawing({ seed, shape, stroke }: { readonly seed: number; readonly shape: RingShape; readonly stroke: number }) {
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
