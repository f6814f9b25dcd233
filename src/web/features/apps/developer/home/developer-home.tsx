import { type ReactNode, useState } from 'react';
import { useT, translate, useLanguage } from '#web/lib/texts/i18n.tsx';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { ButtonLink, Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { lock, plus, check } from '#web/ui/marks/icons.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppList } from './app-list.tsx';
import { SectionHead } from '../section-head.tsx';
import { useDeveloper, forgetList, type Developer } from '../use-developer.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { kindIcons, useAppName } from '../app-words.ts';
import { guidePath } from '../guides/guide-path.ts';
import css from '../guides/guides.module.css';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import { shownMask } from '#contract/masks.ts';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** /developer: all apps of the person, or the way into the Developer Center. */
export function DeveloperHome(): ReactNode {
  const t = useT();
  const { data } = useDeveloper();
  // An empty list has its own way to a new app.
  const register = data?.open === true && data.started && data.apps.length > 0 && (
    <ButtonLink variant="primary" icon={plus} href="/developer/new">
      {t('dc.new')}
    </ButtonLink>
  );
  return (
    <>
      <SectionHead title={t('dc.h')} lead="dc.sub" action={register} />
      <Apps />
    </>
  );
}

function Apps(): ReactNode {
  const t = useT();
  const developer = useDeveloper();
  if (developer.data === undefined) return <PendingCard of={developer} />;
  const { data } = developer;
  return (
    <Stack>
      {data.offered.length > 0 && <OfferedApps apps={data.offered} />}
      {!data.open && data.apps.length === 0 ? (
        <Card>
          <Empty icon={lock} title={t('dc.closed.h')}>
            {t('dc.closed.b')}
          </Empty>
        </Card>
      ) : data.open && !data.started ? (
        <StartCard developer={data} />
      ) : (
        <>
          <AppList apps={data.apps} />
          <GuideCards />
        </>
      )}
    </Stack>
  );
}

/** The quickstarts, below the list of apps. */
function GuideCards(): ReactNode {
  const t = useT();
  const guides = [
    { kind: 'web', name: t('dc.g.web'), note: 'openid-client' },
    { kind: 'browser', name: t('dc.g.browser'), note: 'oidc-client-ts' },
    { kind: 'native', name: t('dc.g.native'), note: 'openid-client' },
    { kind: 'device', name: t('dc.g.device'), note: t('dc.g.device.note') },
  ] as const;
  return (
    <Card
      title={t('dc.n.guides')}
      pad
      aside={
        <Link variant="more" href="/developer/guides">
          {t('dc.g.all')}
        </Link>
      }
    >
      <div className={css['cards']}>
        {guides.map(({ kind, name, note }) => (
          <Link key={kind} variant="bare" href={guidePath(kind)} className={css['card']}>
            <Tile icon={kindIcons[kind]} tone="accent" />
            <span>
              <b>{name}</b>
              <span>{note}</span>
            </span>
          </Link>
        ))}
      </div>
    </Card>
  );
}

type Offered = Developer['offered'][number];

/** Apps that others want to hand over to this person. */
function OfferedApps({ apps }: { readonly apps: readonly Offered[] }): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const [sent, setSent] = useState('');

  async function answer({ id, name, clientID }: Offered, accepts: boolean): Promise<void> {
    setSent(id);
    try {
      const params = { transfer: id };
      const done = accepts
        ? await withProof({ action: 'appTransfer', target: clientID }, () => call(developerEndpoints.acceptTransfer, { params, body: {} }))
        : await call(developerEndpoints.refuseTransfer, { params, body: {} });
      if (done === undefined) return;
      notify({ kind: 'success', text: translate(accepts ? 'dc.tr.accepted' : 'dc.tr.refused', { app: nameOf(name) }) });
      forgetList();
    } catch (error) {
      handleRefusal(error);
    } finally {
      setSent('');
    }
  }

  return (
    <Card title={t('dc.tr.offers')}>
      <Rows>
        {apps.map((app) => (
          <Row
            key={app.id}
            lead={<AppIcon src={app.icon} />}
            title={t('dc.tr.offer', { owner: app.owner, app: nameOf(app.name) })}
            note={t('dc.tr.until', { date: dayText(app.expiresAt) })}
            action={
              <span className={css['answers']}>
                <Button size="sm" disabled={sent === app.id} onClick={() => void answer(app, false)}>
                  {t('dc.tr.refuse')}
                </Button>
                <Button size="sm" variant="primary" busy={sent === app.id} onClick={() => void answer(app, true)}>
                  {t('dc.tr.accept')}
                </Button>
              </span>
            }
          />
        ))}
      </Rows>
    </Card>
  );
}

const emailPages = { desktop: '/pc-security?change=email', mobile: '/mobile-modify-info/email' } as const;

const gains = ['dc.begin.1', 'dc.begin.2', 'dc.begin.3'] as const;

/** The first visit: what a developer gets, the agreement, and the email for messages about apps. */
function StartCard({ developer }: { readonly developer: Developer }): ReactNode {
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
