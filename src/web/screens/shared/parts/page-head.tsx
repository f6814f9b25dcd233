import type { ReactNode } from 'react';
import { useRouteTitle } from '#web/lib/page/router.ts';
import css from './page-head.module.css';

/** The name of a page, if its frame does not show it, and the page's purpose. */
export function PageHead({ children }: { readonly children: ReactNode }): ReactNode {
  const { title, headed } = useRouteTitle();
  return (
    <>
      {!headed && (
        <h1 tabIndex={-1} className={css['title']}>
          {title}
        </h1>
      )}
      <p className={css['lead']}>{children}</p>
    </>
  );
}
