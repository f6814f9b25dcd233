import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Mark } from './rings.tsx';
import css from './empty.module.css';

interface EmptyProps {
  readonly icon: string;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Only where there is a real next step. */
  readonly action?: ReactNode;
}

/** A list with nothing in it: a ring mark, what is missing, and when it fills. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={css['empty']}>
      <Mark seed={7} size="s">
        <Icon of={icon} size={26} />
      </Mark>
      <b>{title}</b>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </div>
  );
}
