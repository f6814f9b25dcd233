import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import type { Region } from '#contract/vocabulary/regions.ts';
import { PlatformButtons } from '#web/features/account/social-accounts/platform-buttons.tsx';
import { RegistrationForm } from '#web/features/account/registration/registration-form.tsx';
import { keepIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useQuery } from '#web/lib/page/router.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
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
  return (
    <AuthCard title={t('rg.h')} lead={<SignInLead clientID={askingClient(query)} back={leavePath(query)} usual={t('rg.sub')} />}>
      <RegistrationForm
        query={pageQuery(query)}
        signInHref={withQuery('/login', query)}
        onSignIn={keepIdentifier}
        askAge={askAge}
        others={
          <>
            <PlatformButtons redirect={query.get('redirect') ?? undefined} />
            <div className={css['byPhone']}>
              <ButtonLink variant="text" size="lg" block href="/register/result-center/scan">
                {t('qr.reg')}
              </ButtonLink>
            </div>
          </>
        }
      />
    </AuthCard>
  );
}
