import css from './icon.module.css';
import { classes } from '#web/ui/classes.ts';

interface IconProps {
  /** A path of `icons.ts` (stroked) or of `brand-icons.ts` (`filled`). */
  readonly of: string;
  /** CSS pixels; the stroke is drawn for 16 to 24. */
  readonly size?: number;
  readonly filled?: boolean;
  /** Heavier than 1.75 for a mark inside a small box. */
  readonly stroke?: number;
  readonly spin?: boolean;
  readonly className?: string | undefined;
}

/** A decorative icon: the text beside it, or the label of its button, gives the meaning. */
export function Icon({ of, size = 20, filled = false, stroke = 1.75, spin = false, className }: IconProps) {
  return (
    <svg
      className={classes(spin && css['spin'], className) || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? undefined : 'currentColor'}
      strokeWidth={filled ? undefined : stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={of} />
    </svg>
  );
}
