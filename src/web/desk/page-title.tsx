import { useEffect, useRef, type ReactNode } from 'react';
import { t } from './texts.ts';
import css from './frame/frame.module.css';

interface PageTitleProps {
  /** Names no person: titles stay in the history of the browser. */
  readonly title: string;
  /** Title on the page, where it differs: it stays in the page. */
  readonly shown?: string | undefined;
  readonly lead?: ReactNode;
  /** Beside the title. */
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
}

/** The heading of a page. It gets the focus when the page opens, so that a screen reader reads on from there. */
export function PageTitle({ title, shown, lead, badges, actions }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${t('dk.h')}`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <header className={css['head']}>
      <div className={css['headText']}>
        <h1 ref={heading} tabIndex={-1}>
          {shown ?? title}
          {badges}
        </h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {actions !== undefined && <div className={css['headActions']}>{actions}</div>}
    </header>
  );
}
