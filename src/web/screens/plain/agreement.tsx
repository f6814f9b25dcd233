import { useEffect, useState, type ReactNode } from 'react';
import { referenceEndpoints } from '#contract/endpoints/reference.ts';
import { agreementPaths } from '#contract/vocabulary/agreement-types.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { call } from '#web/lib/api.ts';
import { useLanguage, useT } from '#web/lib/i18n.tsx';
import { htmlLang } from '#web/lib/language.ts';
import { useParams, useQuery } from '#web/lib/navigation.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { refusalText } from '#web/lib/refusals.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorCard } from '#web/ui/error-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import css from './agreement.module.css';

type Agreement = Awaited<ReturnType<typeof call<typeof referenceEndpoints.agreement>>>;

/** /agreement/private and /agreement/server: the text in force for the region and the language, or `?version=`. */
export function AgreementScreen(): ReactNode {
  const t = useT();
  const language = useLanguage();
  const params = useParams();
  const query = useQuery();
  const type = agreementPaths.find((path) => path === params['type']) ?? 'server';
  const id = query.get('version') ?? 'latest';
  const region = regions.find((known) => known === query.get('region')) ?? '';
  const [agreement, setAgreement] = useState<Agreement>();
  const [failure, setFailure] = useState<RefusalError>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    call(referenceEndpoints.agreement, { params: { type, id }, query: { language, region }, signal: stop.signal }).then(
      (answer) => {
        setFailure(undefined);
        setAgreement(answer);
      },
      (error: unknown) => error instanceof RefusalError && setFailure(error),
    );
    return () => stop.abort();
  }, [type, id, region, language, attempt]);
  return (
    <article className={css['article']}>
      <h1 tabIndex={-1}>{t(type === 'private' ? 'title.privacyPolicy' : 'title.serviceAgreement')}</h1>
      {failure !== undefined && agreement === undefined ? (
        <Card>
          <ErrorCard reason={refusalText(failure)} onRetry={() => setAttempt((count) => count + 1)} />
        </Card>
      ) : agreement === undefined ? (
        <Card busy>
          <Skeleton rows={4} />
        </Card>
      ) : (
        <>
          <p className={css['version']}>
            {t('agreement.version', { version: agreement.version, date: dateIn(agreement.effectiveAt, agreement.language) })}
          </p>
          {/* Our own server's text, made from our own sources. */}
          <div className={css['text']} lang={htmlLang(agreement.language)} dangerouslySetInnerHTML={{ __html: agreement.html }} />
        </>
      )}
    </article>
  );
}

/** 2 Nov 2025 in English, 2025年11月2日 in Chinese. */
function dateIn(day: string, language: Agreement['language']): string {
  const date = new Date(`${day}T00:00:00Z`);
  const locale = language === 'zh_CN' ? 'zh-CN' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { dateStyle: language === 'zh_CN' ? 'long' : 'medium', timeZone: 'UTC' }).format(date);
}
