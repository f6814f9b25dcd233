import type { MouseEvent, ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { dayText, lastSeenText } from '#web/lib/texts/time-text.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { x } from '#web/ui/marks/icons.ts';
import { Row } from '#web/ui/layout/rows.tsx';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import type { AuthorizedApp } from '#web/widgets/oauth-client/apps.ts';
import type { AppQuestion } from './app-question.ts';
import { movedText } from '#web/widgets/oauth-client/moved-text.ts';
import css from './app-row.module.css';

interface AppRowProps {
  readonly app: AuthorizedApp;
  /** The whole row opens the app; otherwise its buttons ask directly. */
  readonly opens: boolean;
  readonly onAsk: (question: AppQuestion, event: MouseEvent<HTMLButtonElement>) => void;
}

/** An app with its scopes and the date of the consent. */
export function AppRow({ app, opens, onAsk }: AppRowProps): ReactNode {
  const t = useT();
  const facts = {
    lead: <AppIcon src={app.icon} />,
    title: app.name,
    note: (
      <>
        <span className={css['fact']}>{t('ap.on', { date: dayText(app.authorizedAt) })}</span>
        <span className={css['fact']}>{t('ap.used', { time: lastSeenText(app.lastUsedAt) })}</span>
        {app.moved !== null && <span className={css['fact']}>{movedText(t, app.moved)}</span>}
        <Scopes app={app} {...(opens ? {} : { onTake: onAsk })} />
      </>
    ),
  };
  if (opens) return <Row {...facts} onClick={(event) => onAsk('show', event)} />;
  return (
    <Row
      {...facts}
      action={
        <Button size="sm" label={t('ap.revoke.a', { app: app.name })} onClick={(event) => onAsk('cancel', event)}>
          {t('ap.revoke')}
        </Button>
      }
    />
  );
}

interface ScopesProps {
  readonly app: AuthorizedApp;
  readonly onTake?: AppRowProps['onAsk'];
}

/** The scopes of the app. The sign-in scope is shown only if it is the only one. */
function Scopes({ app, onTake }: ScopesProps): ReactNode {
  const t = useT();
  const seen = app.scopes.filter(({ name }) => name !== 'openid');
  const shown = seen.length + app.apis.length === 0 ? app.scopes : seen;
  return (
    <span className={css['scopes']}>
      {shown.map(({ name, title }) => (
        <Badge key={name}>
          {title}
          {onTake !== undefined && name !== 'openid' && (
            <IconButton
              icon={x}
              iconSize={14}
              label={t('ap.take.a', { scope: title, app: app.name })}
              onClick={(event) => onTake(name, event)}
              className={css['take']}
            />
          )}
        </Badge>
      ))}
      {app.apis.map(({ name, title }) => (
        <Badge key={name}>{title}</Badge>
      ))}
    </span>
  );
}
