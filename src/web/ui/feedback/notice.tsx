import type { ReactNode } from 'react';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circleExclamationPoint, info, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { classes } from '#web/ui/classes.ts';
import css from './notice.module.css';

interface NoticeProps {
  readonly tone?: 'neutral' | 'accent' | 'warning' | 'danger';
  /** Replaces the tone's icon. */
  readonly icon?: string;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** A button or link at the end. */
  readonly action?: ReactNode;
}

const icons = { neutral: info, accent: info, warning: triangleExclamationPoint, danger: circleExclamationPoint };

/** A permanent message inside the page, above its subject. */
export function Notice({ tone = 'neutral', icon, title, children, action }: NoticeProps) {
  return (
    <div className={classes(css['notice'], css[tone])}>
      <Icon of={icon ?? icons[tone]} className={css['icon']} />
      <div className={css['text']}>
        {title !== undefined && <b>{title}</b>}
        {children}
      </div>
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </div>
  );
}
