import type { ReactNode } from 'react';
import css from './link-button.module.css';

interface LinkButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button among words that looks like a link: another way, at the end of a field's line. */
export function LinkButton({ onClick, children }: LinkButtonProps): ReactNode {
  return (
    <button type="button" className={css['button']} onClick={onClick}>
      {children}
    </button>
  );
}
