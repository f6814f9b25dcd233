import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DialogContent } from '#web/ui/feedback/dialog.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import type { AuthorizedApp } from '#web/widgets/oauth-client/apps.ts';
import type { AppQuestion } from './app-question.ts';
import css from './app-sheet.module.css';

interface AppSheetProps {
  readonly app: AuthorizedApp;
  readonly onAsk: (question: AppQuestion) => void;
}

/** The scopes of an app; each can be revoked alone, except the sign-in itself. */
export function AppSheet({ app, onAsk }: AppSheetProps): ReactNode {
  const t = useT();
  return (
    <DialogContent
      title={app.name}
      lead={t('ap.on', { date: dayText(app.authorizedAt) })}
      actions={
        <Button className={css['cancel'] ?? ''} onClick={() => onAsk('cancel')}>
          {t('ap.revoke')}
        </Button>
      }
    >
      <h3 className={css['title']}>{t('ap.can')}</h3>
      <div className={css['scopes']}>
        <Rows>
          {app.scopes.map(({ name, title, detail }) => (
            <Row
              key={name}
              title={title}
              note={detail}
              action={
                name !== 'openid' && (
                  <Button variant="text" size="sm" label={t('ap.take.a', { scope: title, app: app.name })} onClick={() => onAsk(name)}>
                    {t('ap.take')}
                  </Button>
                )
              }
            />
          ))}
          {app.apis.map(({ name, title }) => (
            <Row key={name} title={title} />
          ))}
        </Rows>
      </div>
    </DialogContent>
  );
}
