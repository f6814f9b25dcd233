import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import type { Region } from '#contract/vocabulary/regions.ts';
import { RegistrationForm } from '#web/features/account/registration/registration-form.tsx';
import { keepIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useQuery } from '#web/lib/page/router.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { qrCode } from '#web/ui/marks/icons.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SignInLead } from '../parts/sign-in-lead.tsx';
import { askingClient, leavePath, pageQuery, withQuery } from '../page-query.ts';
import css from './register.module.css';

const AgeQuestion = lazy(async () => ({ default: (await import('#web/features/rights/family/age-question.tsx')).AgeQuestion }));

/** The server knows neither today in the person's zone nor the chunk: it draws the place of the question. */
function InBrowser({ children }: { readonly children: ReactNode }): ReactNode {
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  return isHere ? children : <Skeleton rows={2} />;
}

/** Only regions with an age gate ask. */
function askAge(region: Region, onDone: () => void): ReactNode {
  if (appConfig().features.ageGate?.includes(region) !== true) return null;
  return (
    <InBrowser>
      <Suspense fallback={<Skeleton rows={2} />}>
        <AgeQuestion region={region} onDone={onDone} />
      </Suspense>
    </InBrowser>
  );
}

/** /register (spec 2): by phone or email. */
export function RegisterScreen(): ReactNode {
  const t = useT();
  const query = useQuery();
  const client = askingClient(query);
  return (
    <AuthCard
      title={t('rg.h')}
      corner={
        <Link variant="bare" href="/register/result-center/scan" label={t('qr.reg')} className={css['corner']}>
          <Icon of={qrCode} size={20} />
        </Link>
      }
      {...(client !== undefined && { lead: <SignInLead clientID={client} back={leavePath(query)} /> })}
    >
      <RegistrationForm query={pageQuery(query)} signInHref={withQuery('/login', query)} onSignIn={keepIdentifier} askAge={askAge} />
    </AuthCard>
  );
}
