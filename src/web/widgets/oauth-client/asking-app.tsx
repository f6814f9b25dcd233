import { useEffect, useState, type ReactNode } from 'react';
import { openidEndpoints } from '#contract/endpoints/openid.ts';
import type { AppView } from '#contract/schemas/openid.ts';
import { call } from '#web/lib/api.ts';
import { useLanguage, useT } from '#web/lib/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import { AppIcon } from './app-icon.tsx';
import css from './asking-app.module.css';

interface AskingAppProps {
  readonly clientID: string;
  /** Shown instead if the app is unknown. */
  readonly usual: string;
  /** Ends the request and leads back to the app. */
  readonly back?: string | undefined;
  /** It asks for a stronger sign-in. */
  readonly asksMore: boolean;
}

/** "to continue to Field Notes", with the app's picture. */
export function AskingApp({ clientID, usual, back, asksMore }: AskingAppProps): ReactNode {
  const t = useT();
  const language = useLanguage();
  const [app, setApp] = useState<AppView | null>();
  useEffect(() => {
    const stop = new AbortController();
    call(openidEndpoints.describeApp, { params: { clientID }, signal: stop.signal }).then(setApp, () => {
      if (!stop.signal.aborted) setApp(null);
    });
    return () => stop.abort();
  }, [clientID]);
  if (app === undefined) return '\u00a0';
  if (app === null) return usual;
  const [before, after] = t(asksMore ? 'oi.more' : 'si.for', { app: '\n' }).split('\n');
  return (
    <span className={css['app']}>
      <AppIcon src={app.icon} size="s" />
      <span>
        {before}
        <b>{app.name[language]}</b>
        {after}
        {back !== undefined && (
          <>
            {' '}
            <Link variant="inline" href={back}>
              {t('si.back', { app: app.name[language] })}
            </Link>
          </>
        )}
      </span>
    </span>
  );
}
