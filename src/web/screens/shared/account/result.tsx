import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { loadTexts } from '#web/lib/load-texts.ts';
import { readDueAt, readReceiptUrl } from '#web/features/account/deletion/deletion-draft.ts';
import { navigate, useQuery, useRoutePath } from '#web/lib/page/router.ts';
import { shortDayText } from '#web/lib/texts/time-text.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { check } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Mark } from '#web/ui/layout/mark.tsx';
import { HomeButton } from '../parts/home-button.tsx';
import { pageQuery, wantedPath, withQuery } from '../page-query.ts';
import { resultKind } from './result-kinds.ts';
import css from './result.module.css';
import { useCountdown } from '../parts/use-countdown.ts';

const ByPhone = lazy(async () => {
  const [{ RegisterByPhone }] = await Promise.all([import('../parts/register-by-phone.tsx'), loadTexts(['qr-panel'])]);
  return { default: RegisterByPhone };
});

/** The final page of a flow, which navigates after 3 s or when its button is pressed (spec 4). */
export function ResultScreen(): ReactNode {
  const t = useT();
  const { space } = languageFacts[useLanguage()];
  const path = useRoutePath();
  const { title, text, button, leads, ...kind } = resultKind(path);
  const { until, receiptUrl } = useRequestedDeletion(path);
  const query = useQuery();
  const wanted = wantedPath(query);
  // A flow that ends signed in leads to the requested page.
  const to = kind.to === '/' ? (wanted ?? '/') : kind.to;
  const label = t(button);
  // A prerendered page asks for no code.
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const { area, left } = useCountdown(leads ? limits.redirectAfterSuccessSeconds : undefined, () => navigate(to, { replace: true }));
  useEffect(() => {
    // Announced once, with what is done and the target; not every second (brief 6).
    if (leads) announce(`${t(text)} ${t('sys.redirect', { n: limits.redirectAfterSuccessSeconds })} ${label}`);
  }, [leads, t, text, label]);
  return (
    <div ref={area} className={css['area']}>
      <AuthCard
        title={t(title)}
        lead={until === undefined ? t(text) : t('dl.ok.b', { date: until })}
        mark={
          kind.scan === true ? (
            <div className={css['scan']}>
              <Suspense>{isHere && <ByPhone query={pageQuery(query)} signInHref={withQuery('/login', query)} />}</Suspense>
            </div>
          ) : (
            <Mark seed={23} size="m" tone="success" icon={check} />
          )
        }
      >
        <HomeButton label={label} href={to} />
        {receiptUrl !== undefined && (
          <p className={css['receipt']}>
            {t('er.keep')}
            {space}
            <Link variant="inline" href={receiptUrl}>
              {t('er.h')}
            </Link>
          </p>
        )}
        {leads && <p className={css['countdown']}>{left === undefined ? '\u00a0' : t('sys.redirect', { n: left })}</p>}
      </AuthCard>
    </div>
  );
}

interface Requested {
  readonly until?: string | undefined;
  readonly receiptUrl?: string | undefined;
}

/** The last day to withdraw the deletion requested in this tab, in words, and its receipt; a prerendered page knows neither. */
function useRequestedDeletion(path: string): Requested {
  const [requested, setRequested] = useState<Requested>({});
  const isDeletion = path.endsWith('/cancellation');
  useEffect(() => {
    if (!isDeletion) return;
    const dueAt = readDueAt();
    setRequested({ until: dueAt === undefined ? undefined : shortDayText(dueAt), receiptUrl: readReceiptUrl() });
  }, [isDeletion]);
  return requested;
}
