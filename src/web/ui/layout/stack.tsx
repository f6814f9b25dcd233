import type { ReactNode } from 'react';
import css from './stack.module.css';

interface StackProps {
  /** 16 px apart. */
  readonly tight?: boolean;
  readonly children: ReactNode;
}

/** Parts of a page or a card in a column, 20 px apart. */
export function Stack({ tight = false, children }: StackProps): ReactNode {
  return <div className={css[tight ? 'tight' : 'stack']}>{children}</div>;
}
