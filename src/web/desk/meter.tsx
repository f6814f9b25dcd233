import css from './meter.module.css';

interface MeterProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly used: number;
}

/** How much of a limit is used; from four fifths on in the color of a warning. The number stands beside it. */
export function Meter({ label, used }: MeterProps) {
  const part = Math.min(1, Math.max(0, used));
  return (
    <svg
      className={css['meter']}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
    >
      <rect className={css['bar']} data-high={part >= 0.8} width={part * 100} height="1" />
    </svg>
  );
}
