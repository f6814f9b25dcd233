import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { referenceEndpoints } from '#contract/account/reference/reference.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { call } from '#web/lib/api/api.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { useParams, useQuery } from '#web/lib/page/router.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { refusalText } from '#web/lib/api/refusals.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { agreementPath, agreementTitles } from '#web/widgets/agreements/agreement-titles.ts';
import { LegalText, type Agreement } from '#web/widgets/agreements/legal-text.tsx';
import css from './agreement.module.css';

const ComparedTexts = lazy(async () => ({ default: (await import('#web/features/account/agreements/compared-texts.tsx')).ComparedTexts }));

/** /agreement/private and others: the text in force by region and language, or `?version=`, beside the one of `&with=`. */
export function AgreementScreen(): ReactNode {
  const t = useT();
  const language = useLanguage();
  const params = useParams();
  const query = useQuery();
  const type = agreementPath(params['type']);
  const id = query.get('version') ?? 'latest';
  const region = regions.find((known) => known === query.get('region')) ?? '';
  const earlierId = query.get('with');
  const [agreement, setAgreement] = useState<Agreement>();
  const [earlier, setEarlier] = useState<Agreement>();
  const [failure, setFailure] = useState<RefusalError>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const textOf = (version: string) =>
      call(referenceEndpoints.agreement, { params: { type, id: version }, query: { language, region }, signal: stop.signal });
    Promise.all([textOf(id), earlierId === null ? undefined : textOf(earlierId)]).then(
      ([answer, before]) => {
        setFailure(undefined);
        setEarlier(before);
        setAgreement(answer);
      },
      (error: unknown) => error instanceof RefusalError && setFailure(error),
    );
    return () => stop.abort();
  }, [type, id, earlierId, region, language, attempt]);
  return (
    <article className={css['article']}>
      <h1 tabIndex={-1}>{t(agreementTitles[type])}</h1>
      {failure !== undefined && agreement === undefined ? (
        <Card>
          <ErrorCard reason={refusalText(failure)} onRetry={() => setAttempt((count) => count + 1)} />
        </Card>
      ) : agreement === undefined ? (
        <Card busy>
          <Skeleton rows={4} />
        </Card>
      ) : earlier === undefined ? (
        <LegalText agreement={agreement} />
      ) : (
        <Suspense fallback={<Skeleton rows={4} />}>
          <ComparedTexts earlier={earlier} later={agreement} />
        </Suspense>
      )}
    </article>
  );
}
