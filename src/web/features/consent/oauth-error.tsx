import type { ReactNode } from 'react';
import { useT, type MessageKey } from '#web/lib/i18n.tsx';
import { routeData } from '#web/lib/route-data.ts';
import css from './oauth-error.module.css';
import { RequestOver } from './request-over.tsx';

/** The provider's errors in words (RFC 6749 section 4.1.2.1): those that a person can do something about, the others are the app's. */
const words: Readonly<Record<string, MessageKey>> = {
  session_not_found: 'oe.expired',
  invalid_client: 'oe.client',
  invalid_redirect_uri: 'oe.redirect',
};

/** /oauth-error: a request that cannot be answered, because it does not say to whom or the address is not the app's. */
export function OauthError(): ReactNode {
  const t = useT();
  const { error = '', description = '', requestId = '' } = routeData();
  const detail = [error, description, requestId].filter((part) => part !== '').join(' · ');
  return (
    <RequestOver
      text={t(words[error] ?? 'oe.other')}
      detail={detail !== '' && <p className={css['detail']}>{t('oe.detail', { error: detail })}</p>}
    />
  );
}
