import type { ReactNode } from 'react';
import { useLanguage, useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { isRecord } from '#web/lib/api/refusal-error.ts';
import { readRouteData, routeData } from '#web/lib/page/route-data.ts';
import css from './oauth-error.module.css';
import { RequestOver } from './request-over.tsx';

/**
 * Texts for the provider's errors (RFC 6749 section 4.1.2.1) that a person can act on; the other errors are the app's.
 */
const words: Readonly<Record<string, MessageKey>> = {
  session_not_found: 'oe.expired',
  invalid_client: 'oe.client',
  invalid_redirect_uri: 'oe.redirect',
  children_app: 'oe.children',
};

/** The app whose request has ended, if it has a page for a new start. */
function useApp(): { readonly name: string; readonly home: string } | undefined {
  const language = useLanguage();
  const { app } = readRouteData();
  if (!isRecord(app) || !isRecord(app['name'])) return undefined;
  const [name, home] = [app['name'][language], app['home']];
  return typeof name === 'string' && typeof home === 'string' ? { name, home } : undefined;
}

/** /oauth-error: a request that cannot be answered, because it names no app or the redirect URL is not the app's. */
export function OauthError(): ReactNode {
  const t = useT();
  const { error = '', description = '', address = '', requestId = '', retryAfter = '', signOut } = routeData();
  const detail = [error, description, address, requestId].filter((part) => part !== '').join(' · ');
  return (
    <RequestOver
      text={error === 'temporarily_unavailable' ? t('oe.busy', { n: retryAfter }) : t(words[error] ?? 'oe.other')}
      detail={detail !== '' && <p className={css['detail']}>{t('oe.detail', { error: detail })}</p>}
      app={useApp()}
      signOut={signOut}
    />
  );
}
