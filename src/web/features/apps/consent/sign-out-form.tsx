import type { FormEvent, ReactNode } from 'react';
import { changePerson } from '#web/lib/person/person-state.ts';
import { isRecord } from '#web/lib/api/refusal-error.ts';
import { readRouteData } from '#web/lib/page/route-data.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import css from './sign-out-form.module.css';

/** Informs the other tabs of a sign-out that the browser submits itself. */
function noteSignOut({ nativeEvent }: FormEvent): void {
  const by = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  if (by instanceof HTMLButtonElement && by.value === 'yes') changePerson('ends');
}

/**
 * Asks whether a sign-out at an app also ends the session here (OpenID Connect RP-Initiated Logout 1.0, section 2). It
 * is a native form, because its answer leads to the app.
 */
export function SignOutForm(): ReactNode {
  const t = useT();
  const language = useLanguage();
  const { action, xsrf, app } = readRouteData();
  const names = isRecord(app) && isRecord(app['name']) ? app['name'] : {};
  const own = names[language];
  const name = typeof own === 'string' ? own : t('lo.app');
  return (
    <AuthCard title={t('lo.h')} lead={t('lo.b', { app: name })}>
      {typeof action === 'string' && typeof xsrf === 'string' && (
        <form method="post" action={action} className={css['form']} onSubmit={noteSignOut}>
          <input type="hidden" name="xsrf" value={xsrf} />
          <Button type="submit" variant="primary" size="lg" name="logout" value="yes">
            {t('lo.all')}
          </Button>
          <Button type="submit" size="lg">
            {t('lo.stay')}
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
