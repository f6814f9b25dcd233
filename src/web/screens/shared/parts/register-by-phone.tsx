import { QrPanel } from '#web/features/sign-in/qr/qr-panel.tsx';
import { pageAfterRegistration } from '#web/features/account/registration/register.ts';
import type { PageQuery } from '#web/features/sign-in/sign-in/sign-in.ts';
import { navigate } from '#web/lib/page/router.ts';
import { keepSecondStep } from '#web/widgets/sign-in/second-step.ts';

/** The code of /register/result-center/scan: sign-up on the phone, and this computer continues with the new account. */
export function RegisterByPhone({ query, signInHref }: { readonly query: PageQuery; readonly signInHref: string }) {
  return (
    <QrPanel
      purpose="register"
      query={query}
      onSignedIn={(next) => navigate(pageAfterRegistration(next), { replace: true })}
      onSecondStep={async (second) => {
        keepSecondStep(second);
        navigate(signInHref);
      }}
    />
  );
}
