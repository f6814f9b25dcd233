import type { ReactNode } from 'react';
import { Icon } from '#web/ui/marks/icon.tsx';
import { triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import css from './ask.module.css';

interface AskProps {
  readonly title: string;
  readonly fact?: ReactNode;
  /** The answers, all of one look. */
  readonly actions: ReactNode;
}

/** A question that needs an answer of the person: the only thing that is amber. */
export function Ask({ title, fact, actions }: AskProps): ReactNode {
  return (
    <section className={css['ask']} aria-label={title}>
      <Icon of={triangleExclamationPoint} className={css['icon']} />
      <span className={css['text']}>
        <b>{title}</b>
        {fact !== undefined && <span className={css['fact']}>{fact}</span>}
      </span>
      <span className={css['actions']}>{actions}</span>
    </section>
  );
}
