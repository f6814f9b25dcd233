import type { ReactNode } from 'react';
import css from './rooms.module.css';

/** A table that may be wider than its card: keys scroll it. */
export function Scrolled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // A group and no section: its card is a landmark of the same name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable by keys; a <fieldset> cannot scroll
    <div role="group" className={css['scroll']} aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
