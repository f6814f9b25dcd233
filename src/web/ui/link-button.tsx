import type { ReactNode } from 'react';
import css from './link-button.module.css';

interface LinkButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button in a text that looks like a link: an alternative, at the end of a field's line. */
export function LinkButton({ onClick, children }: LinkButtonProps): ReactNode {
  return (
    <button type="button" className={css['button']} onClick={onClick}>
      {children}
    </button>
  );
}
