import type { ReactNode } from 'react';
import { QrPanel } from '#web/features/qr/qr-panel.tsx';
import { pageAfterRegistration } from '#web/features/registration/register.ts';
import { navigate, useQuery } from '#web/lib/router.ts';
import { keepSecondStep } from '#web/widgets/sign-in/second-step.ts';
import { pageQuery, withQuery } from '#web/screens/shared/page-query.ts';

/** The code of /register/result-center/scan: sign-up on the phone, and this computer goes on with the new account. */
export function RegisterByPhone(): ReactNode {
  const query = useQuery();
  return (
    <QrPanel
      purpose="register"
      query={pageQuery(query)}
      onSignedIn={(next) => void pageAfterRegistration(next).then((page) => navigate(page, { replace: true }))}
      onSecondStep={async (second) => {
        keepSecondStep(second);
        navigate(withQuery('/login', query));
      }}
    />
  );
}
