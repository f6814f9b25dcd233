import type { ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { shownMask } from '#contract/masks.ts';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import { call } from '#web/lib/api/api.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import css from './start-card.module.css';
import { forgetList, type Developer } from '../use-developer.ts';

const emailPages = { desktop: '/pc-security?change=email', mobile: '/mobile-modify-info/email' } as const;

const gains = ['dc.begin.1', 'dc.begin.2', 'dc.begin.3'] as const;

/** The first visit: what a developer gets, the agreement, and the email for messages about apps. */
export function StartCard({ developer }: { readonly developer: Developer }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const { contact } = developer;
  return (
    <Card title={t('dc.begin.h')} pad>
      <Stack>
        <ul className={css['gains']}>
          {gains.map((gain) => (
            <li key={gain}>
              <Icon of={check} size={18} />
              {t(gain)}
            </li>
          ))}
        </ul>
        {contact === '' ? (
          <Notice
            title={t('dc.needEmail')}
            action={
              <ButtonLink size="sm" href={emailPages[layout]}>
                {t('title.bindEmail')}
              </ButtonLink>
            }
          />
        ) : (
          <>
            <p className={css['contact']}>{t('dc.begin.contact', { email: shownMask(contact) })}</p>
            <Agreement version={developer.agreement} />
          </>
        )}
      </Stack>
    </Card>
  );
}

function Agreement({ version }: { readonly version: string }): ReactNode {
  const t = useT();
  const { space, quotes } = languageFacts[useLanguage()];
  const form: AppForm<{ readonly agreement: boolean }> = useAppForm<{ readonly agreement: boolean }>({
    defaults: { agreement: false },
    rules: { agreement: { rules: [{ name: 'required', fails: (value) => value !== 'on' }] } },
    onSubmit: async () => {
      try {
        await call(developerEndpoints.beginDeveloper, { body: { agreement: version } });
      } catch (error) {
        // A newer one counts: it has to be read and ticked again.
        if (isRefusal(error, 'agreementChanged')) form.set('agreement', false);
        throw error;
      } finally {
        forgetList();
      }
    },
  });
  const label = (
    <>
      {t('dc.begin.agree')}
      {space}
      <Link variant="inline" href="/agreement/developer" newTab>
        {quotes.join(t('title.developerAgreement'))}
      </Link>
    </>
  );
  return (
    <>
      <FormShell form={form}>
        <CheckboxField form={form} name="agreement" label={label} />
      </FormShell>
      <div>
        <Button type="submit" form={form.id} variant="primary" busy={form.pending}>
          {t('dc.start')}
        </Button>
      </div>
    </>
  );
}
