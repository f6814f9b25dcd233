import css from './meter.module.css';

/** How much of a limit is used, from 0 to 1; from four fifths on in the color of a warning. The number stands beside it. */
export function Meter({ used }: { readonly used: number }) {
  const part = Math.min(1, Math.max(0, used));
  return (
    <svg className={css['meter']} aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">
      <rect className={css['bar']} data-high={part >= 0.8} width={part * 100} height="1" />
    </svg>
  );
}
