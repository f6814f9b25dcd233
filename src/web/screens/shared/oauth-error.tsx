import type { ReactNode } from 'react';
import { OauthError } from '#web/features/consent/oauth-error.tsx';

/** What the OpenID provider answers a person where it cannot answer the app (RFC 6749 section 4.1.2.1). */
export function OauthErrorScreen(): ReactNode {
  return <OauthError />;
}
