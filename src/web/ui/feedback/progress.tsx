import { useId, type ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import css from './progress.module.css';

interface ProgressProps {
  readonly label: ReactNode;
  /** The finished part, from 0 to 1. */
  readonly part: number;
  /** The same as text. */
  readonly text?: string;
  readonly className?: string | undefined;
}

/** The progress of a long operation. */
export function Progress({ label, part, text, className }: ProgressProps): ReactNode {
  const id = useId();
  return (
    <div className={classes(css['progress'], className)}>
      <span id={id}>{label}</span>
      <progress aria-labelledby={id} max={100} value={Math.round(part * 100)} />
      {text !== undefined && <span>{text}</span>}
    </div>
  );
}
