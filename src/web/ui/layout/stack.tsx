import type { ReactNode } from 'react';
import css from './stack.module.css';

/** The cards of a page, 16 px apart. */
export function Stack({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={css['stack']}>{children}</div>;
}
