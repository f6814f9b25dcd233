import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { FailureRows } from './failure-rows.tsx';
import { useFailures } from './failures.ts';
import css from './logs.module.css';
import { sectionPath } from '../sections.ts';

const shown = 3;

/** The newest failed requests, on the overview. */
export function LastFailures({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const failures = useFailures(id);
  const items = failures.data?.items.slice(0, shown);
  return (
    <Card
      title={t('dc.log.h')}
      note={t('dc.log.b')}
      busy={failures.isPending}
      aside={
        <Link variant="more" href={sectionPath(id, 'logs')}>
          {t('dc.log.all')}
        </Link>
      }
    >
      {items === undefined ? (
        <Pending of={failures} />
      ) : items.length === 0 ? (
        <p className={css['none']}>{t('dc.log.empty')}</p>
      ) : (
        <FailureRows id={id} failures={items} />
      )}
    </Card>
  );
}
