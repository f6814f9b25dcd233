import type { ReactNode } from 'react';
import { PlatformButtons } from '#web/features/social-accounts/platform-buttons.tsx';
import { RegistrationForm } from '#web/features/registration/registration-form.tsx';
import { keepIdentifier } from '#web/features/sign-in/kept-identifier.ts';
import { useT } from '#web/lib/i18n.tsx';
import { useQuery } from '#web/lib/router.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { AuthCard } from '#web/ui/card.tsx';
import { SignInLead } from './parts/sign-in-lead.tsx';
import { askingClient, leavePath, pageQuery, withQuery } from './page-query.ts';
import css from './register.module.css';

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
