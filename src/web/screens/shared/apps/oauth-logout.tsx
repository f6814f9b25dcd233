import type { ReactNode } from 'react';
import { SignOutForm } from '#web/features/apps/consent/sign-out-form.tsx';

/** /oauth-logout: the target of apps for people who sign out. */
export function OauthLogoutScreen(): ReactNode {
  return <SignOutForm />;
}
