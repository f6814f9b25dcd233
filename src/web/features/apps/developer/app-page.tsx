import type { ReactNode } from 'react';
import { failureOf } from '#web/lib/api/failure.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useParams } from '#web/lib/page/router.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { layoutGrid } from '#web/ui/marks/icons.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SectionHead } from './section-head.tsx';
import { useApp, type OwnApp } from './use-developer.ts';

interface AppPageProps {
  /** The purpose of the page. */
  readonly lead?: MessageKey;
  /** The content shows the name of the page itself. */
  readonly hasHead?: boolean;
  readonly children: (app: OwnApp) => ReactNode;
}

/** A page of one app: its name, and the app or the reason why there is none. */
export function AppPage({ lead, hasHead = false, children }: AppPageProps): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const app = useApp(id);
  const failure = failureOf(app);
  const head = <SectionHead lead={lead} />;
  if (app.data !== undefined) {
    return (
      <>
        {!hasHead && head}
        {children(app.data)}
      </>
    );
  }
  // Not an own app, or the agreement is missing: the list tells more.
  const leads = isRefusal(app.error, 'notFound', 'developerClosed');
  return (
    <>
      {head}
      <Card busy={failure === undefined}>
        {failure === undefined ? (
          <Skeleton />
        ) : leads ? (
          <Empty
            icon={layoutGrid}
            title={failure.reason}
            action={
              <ButtonLink size="sm" href="/developer">
                {t('dc.h')}
              </ButtonLink>
            }
          />
        ) : (
          <ErrorCard {...failure} />
        )}
      </Card>
    </>
  );
}
