import type { ReactNode } from 'react';
import { Mark } from '#web/ui/layout/mark.tsx';
import css from './empty.module.css';

interface EmptyProps {
  readonly icon: string;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Only if there is a real next step. */
  readonly action?: ReactNode;
}

/** An empty list: a ring mark, the missing content, and when it will appear. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={css['empty']}>
      <Mark seed={7} size="s" icon={icon} />
      <b>{title}</b>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </div>
  );
}
