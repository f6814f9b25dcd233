import type { ReactNode } from 'react';
import { SignOutForm } from '#web/features/consent/sign-out-form.tsx';

/** Where an app sends people who sign out of it. */
export function OauthLogoutScreen(): ReactNode {
  return <SignOutForm />;
}
