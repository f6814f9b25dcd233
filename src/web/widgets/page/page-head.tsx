import type { ReactNode } from 'react';
import { useRouteTitle } from '#web/lib/page/router.ts';
import css from './page-head.module.css';

interface PageHeadProps {
  /** A link at the end of the line. */
  readonly aside?: ReactNode;
  /** A sentence below the name, where the name does not say what the page is for. */
  readonly children?: ReactNode;
}

/** The name of a page, if its frame does not show it. */
export function PageHead({ aside, children }: PageHeadProps): ReactNode {
  const { title, headed } = useRouteTitle();
  if (headed && aside === undefined && children === undefined) return null;
  return (
    <header className={css['head']}>
      <div className={css['line']}>
        {!headed && <h1 tabIndex={-1}>{title}</h1>}
        {aside !== undefined && <span className={css['aside']}>{aside}</span>}
      </div>
      {children !== undefined && <p className={css['lead']}>{children}</p>}
    </header>
  );
}
