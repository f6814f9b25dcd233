import type { ReactNode } from 'react';
import { OauthError } from '#web/features/apps/consent/oauth-error.tsx';

/** /oauth-error: shown by the OpenID provider if it cannot answer the app (RFC 6749 section 4.1.2.1). */
export function OauthErrorScreen(): ReactNode {
  return <OauthError />;
}
