import { useEffect, useRef, useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal, refusalText } from '#web/lib/api/refusals.ts';
import { navigate } from '#web/lib/page/router.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { play } from '#web/ui/marks/icons.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SectionHead } from '../section-head.tsx';
import { sectionPath } from '../sections.ts';
import { showRun, type Run } from './use-run.ts';

/**
 * /developer/try: the answer of a trial sign-in has come to this page: the server continues with it. The answer leaves the URL at once: a
 * code is nothing for the history.
 */
export function TryAnswer(): ReactNode {
  const t = useT();
  const [answer] = useState(() => location.search.slice(1));
  const [failure, setFailure] = useState<RefusalError | 'over'>();
  const [tries, setTries] = useState(0);
  // A code is good once: the effect may run twice.
  const asked = useRef<{ readonly at: number; readonly run: Promise<Run> }>(undefined);

  useEffect(() => {
    if (location.search !== '') navigate('/developer/try', { replace: true });
    if (answer === '') {
      setFailure('over');
      return undefined;
    }
    let current = true;
    setFailure(undefined);
    if (asked.current?.at !== tries) asked.current = { at: tries, run: call(developerEndpoints.answerTry, { body: { answer } }) };
    asked.current.run.then(
      (run) => {
        if (!current) return;
        showRun(run);
        navigate(`${sectionPath(run.clientID, 'try')}?run=${encodeURIComponent(run.run)}`, { replace: true });
      },
      (error: unknown) => {
        if (!current) return;
        if (isRefusal(error, 'notFound', 'tokenError', 'developerClosed')) setFailure('over');
        else if (error instanceof RefusalError) setFailure(error);
        else handleRefusal(error);
      },
    );
    return () => {
      current = false;
    };
  }, [answer, tries]);

  return (
    <>
      <SectionHead lead="dc.try.b" />
      <Card busy={failure === undefined}>
        {failure === undefined ? (
          <>
            <Hidden>{t('dc.try.back')}</Hidden>
            <Skeleton />
          </>
        ) : failure === 'over' ? (
          <Empty
            icon={play}
            title={t('dc.st.over')}
            action={
              <ButtonLink size="sm" href="/developer">
                {t('dc.h')}
              </ButtonLink>
            }
          />
        ) : (
          <ErrorCard reason={refusalText(failure)} onRetry={() => setTries(tries + 1)} />
        )}
      </Card>
    </>
  );
}
