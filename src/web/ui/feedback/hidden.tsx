import type { ReactNode } from 'react';
import css from './announce.module.css';

/** Text only for screen readers. */
export function Hidden({ children }: { readonly children: ReactNode }) {
  return <span className={css['region']}>{children}</span>;
}
