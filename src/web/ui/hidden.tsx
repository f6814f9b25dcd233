import type { ReactNode } from 'react';
import css from './announce.module.css';

/** Text for people who do not see the page. */
export function Hidden({ children }: { readonly children: ReactNode }) {
  return <span className={css['region']}>{children}</span>;
}
