import { useEffect, useState, type ReactNode } from 'react';
import { deletionEndpoints } from '#contract/account/deletion/deletion.ts';
import { receiptFiles } from '#contract/account/deletion/erasure.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { refusalText } from '#web/lib/api/refusals.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import css from './receipt-card.module.css';

type Shown = CallData<typeof deletionEndpoints.showReceipt>;

type Receipt = NonNullable<Shown['receipt']>;

/** The outcome of a deletion, for the holders of its link: the token stays in the URL, so that the link can be kept. */
export function ReceiptCard(): ReactNode {
  const t = useT();
  const { shown, error, retry } = useReceipt();
  if (error !== undefined && isRefusal(error, 'notFound')) return <AuthCard title={t('er.unknown')} lead={t('er.unknownB')} />;
  if (error !== undefined) return <ErrorCard reason={refusalText(error)} onRetry={retry} />;
  if (shown === undefined) {
    return (
      <AuthCard title={t('er.h')} wide>
        <Skeleton />
      </AuthCard>
    );
  }
  if (shown.receipt !== null) return <Erased receipt={shown.receipt} />;
  const lead = shown.isSettling ? (
    <Lead main={t('er.settlingH')} more={t('er.settling')} />
  ) : (
    <Lead main={t('er.pendingH', { date: dayText(shown.dueAt) })} more={t('er.pending')} />
  );
  return (
    <AuthCard title={t('er.h')} lead={lead} wide>
      <p className={css['foot']}>{t('er.keep')}</p>
    </AuthCard>
  );
}

function Erased({ receipt }: { readonly receipt: Receipt }): ReactNode {
  const t = useT();
  const { id, issuer, requestedAt, erasedAt, erased, kept, apps, archive } = receipt;
  const { receipt: document, signature, key } = receiptFiles;
  return (
    <AuthCard
      title={t('er.h')}
      lead={<Lead main={t('er.done', { date: dayText(erasedAt) })} more={t('er.asked', { date: dayText(requestedAt) })} />}
      wide
    >
      <Part heading={t('er.erased')}>
        {erased.map(({ topic, count }) => (
          <Line key={topic} what={t(`dt.t.${topic}`)} value={count} />
        ))}
      </Part>
      <Part heading={t('er.kept')}>
        {kept.map(({ what, until }) => (
          <Line
            key={what}
            what={t(`er.k.${what}`)}
            why={t(`er.w.${what}`)}
            value={until === null ? t('er.forGood') : t('er.until', { date: dayText(until) })}
          />
        ))}
      </Part>
      {apps.length > 0 && (
        <Part heading={t('er.apps')}>
          {apps.map(({ name, told }) => (
            <Line key={name} what={name} value={t(`er.a.${told}`)} />
          ))}
        </Part>
      )}
      <Button variant="primary" size="lg" block onClick={() => save(archive, `erasure-receipt-${erasedAt.slice(0, 10)}.zip`)}>
        {t('er.save')}
      </Button>
      <details className={css['check']}>
        <summary>{t('er.check')}</summary>
        <p>{t('er.checkB')}</p>
        <pre>{`openssl dgst -sha256 -verify ${key} -signature ${signature} ${document}`}</pre>
        <p>{t('er.checkKey', { url: `${issuer}/.well-known/document-keys.json` })}</p>
      </details>
      <p className={css['foot']}>{`${t('er.signed', { issuer: new URL(issuer).hostname })} ${t('er.keep')}`}</p>
      <p className={css['foot']}>{t('er.number', { id })}</p>
    </AuthCard>
  );
}

function Lead({ main, more }: { readonly main: string; readonly more: string }): ReactNode {
  return (
    <>
      <strong className={css['main']}>{main}</strong>
      {more}
    </>
  );
}

function Part({ heading, children }: { readonly heading: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={css['part']} aria-label={heading}>
      <h2>{heading}</h2>
      <ul>{children}</ul>
    </section>
  );
}

interface LineProps {
  readonly what: string;
  readonly why?: string;
  readonly value: string | number;
}

function Line({ what, why, value }: LineProps): ReactNode {
  return (
    <li>
      <span>
        {what}
        {why !== undefined && <small>{why}</small>}
      </span>
      <span className={css['value']}>{value}</span>
    </li>
  );
}

interface ReceiptOnScreen {
  readonly shown: Shown | undefined;
  readonly error: RefusalError | undefined;
  readonly retry: () => void;
}

function useReceipt(): ReceiptOnScreen {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<{ readonly shown?: Shown; readonly error?: RefusalError }>({});
  useEffect(() => {
    const controller = new AbortController();
    call(deletionEndpoints.showReceipt, { body: { token: location.hash.slice(1, 65) }, signal: controller.signal }).then(
      (shown) => setAnswer({ shown }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof RefusalError)) throw error;
        setAnswer({ error });
      },
    );
    return () => controller.abort();
  }, [turn]);
  return { shown: answer.shown, error: answer.error, retry: () => setTurn((count) => count + 1) };
}

function save(archive: string, name: string): void {
  const link = document.createElement('a');
  link.href = `data:application/zip;base64,${archive}`;
  link.download = name;
  link.click();
}
