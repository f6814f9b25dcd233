import type { ReactNode } from 'react';
import css from './rooms.module.css';

/** A table that may be wider than its card: keys scroll it. */
export function Scrolled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
    <section className={css['scroll']} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
