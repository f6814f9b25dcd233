import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/mark.tsx';
import css from './request-over.module.css';

interface RequestOverProps {
  /** Advice for the person. */
  readonly text: ReactNode;
  /** Details for the developers of the app. */
  readonly detail?: ReactNode;
  /** The page for a new start. */
  readonly app?: { readonly name: string; readonly home: string } | undefined;
  /** Where a person whose sign-out was refused signs out. */
  readonly signOut?: string | undefined;
}

/** An app's request that has ended without an answer to the app. */
export function RequestOver({ text, detail, app, signOut }: RequestOverProps): ReactNode {
  const t = useT();
  return (
    <AuthCard title={t('oe.h')} lead={text} mark={<Mark seed={23} size="m" tone="warning" icon={triangleExclamationPoint} />}>
      {detail}
      <div className={css['ways']}>
        {app !== undefined && (
          <ButtonLink variant="primary" size="lg" block href={app.home}>
            {t('oe.again', { app: app.name })}
          </ButtonLink>
        )}
        {signOut !== undefined && (
          <ButtonLink variant="primary" size="lg" block href={signOut}>
            {t('title.signOut')}
          </ButtonLink>
        )}
        <ButtonLink variant={app === undefined && signOut === undefined ? 'primary' : 'default'} size="lg" block href="/">
          {t('sys.backHome')}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}
