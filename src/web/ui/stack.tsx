import type { ReactNode } from 'react';
import css from './stack.module.css';

interface StackProps {
  /** 16 instead of 20 px. */
  readonly tight?: boolean;
  readonly children: ReactNode;
}

/** Parts of a page or a card below each other, with room between them. */
export function Stack({ tight = false, children }: StackProps): ReactNode {
  return <div className={css[tight ? 'tight' : 'stack']}>{children}</div>;
}
