import type { ReactNode } from 'react';
import { useRouteTitle } from '#web/lib/page/router.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import css from './section-head.module.css';

interface SectionHeadProps {
  /** By default the name of the page. */
  readonly title?: string;
  readonly lead?: MessageKey | undefined;
  readonly action?: ReactNode;
}

/** The name of a page of the Developer Center, its purpose, and its one act. */
export function SectionHead({ title, lead, action }: SectionHeadProps): ReactNode {
  const t = useT();
  const route = useRouteTitle();
  return (
    <div className={css['head']}>
      <div>
        {!route.headed && (
          <h1 tabIndex={-1}>
            {title ?? route.title}
            {title !== undefined && <Hidden> {route.title}</Hidden>}
          </h1>
        )}
        {lead !== undefined && <p>{t(lead)}</p>}
      </div>
      {action}
    </div>
  );
}
