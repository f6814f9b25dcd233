import type { ReactNode } from 'react';
import { useLanguage, useT, type MessageKey } from '#web/lib/i18n.tsx';
import { isRecord } from '#web/lib/refusal-error.ts';
import { readRouteData, routeData } from '#web/lib/route-data.ts';
import css from './oauth-error.module.css';
import { RequestOver } from './request-over.tsx';

/** The provider's errors in words (RFC 6749 section 4.1.2.1): those that a person can do something about, the others are the app's. */
const words: Readonly<Record<string, MessageKey>> = {
  session_not_found: 'oe.expired',
  invalid_client: 'oe.client',
  invalid_redirect_uri: 'oe.redirect',
};

/** The app whose request is over, where it has a page to begin again at. */
function useApp(): { readonly name: string; readonly home: string } | undefined {
  const language = useLanguage();
  const { app } = readRouteData();
  if (!isRecord(app) || !isRecord(app['name'])) return undefined;
  const [name, home] = [app['name'][language], app['home']];
  return typeof name === 'string' && typeof home === 'string' ? { name, home } : undefined;
}

/** /oauth-error: a request that cannot be answered, because it does not say to whom or the address is not the app's. */
export function OauthError(): ReactNode {
  const t = useT();
  const { error = '', description = '', requestId = '' } = routeData();
  const detail = [error, description, requestId].filter((part) => part !== '').join(' · ');
  return (
    <RequestOver
      text={t(words[error] ?? 'oe.other')}
      detail={detail !== '' && <p className={css['detail']}>{t('oe.detail', { error: detail })}</p>}
      app={useApp()}
    />
  );
}
