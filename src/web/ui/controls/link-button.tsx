import type { ReactNode } from 'react';
import css from './link-button.module.css';

interface LinkButtonProps {
  readonly onClick: () => void;
  /** More detailed than the visible text, and contains it. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A button in a text that looks like a link: an alternative, at the end of a field's line. */
export function LinkButton({ onClick, label, children }: LinkButtonProps): ReactNode {
  return (
    <button type="button" className={css['button']} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
