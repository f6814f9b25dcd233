import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { currentLanguage, translate, useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { useRouteTitle } from '#web/lib/page/router.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import css from './app-head.module.css';
import { stateTones, useAppName } from './app-words.ts';
import { showApp, type OwnApp, useDeveloper, type AppDialogProps } from './use-developer.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';

/** The app's picture, name and state, with the one act that leads to the next state. */
export function AppHead({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const { title, headed } = useRouteTitle();
  const name = nameOf(app.name);
  return (
    <header className={css['head']}>
      <AppIcon src={app.icon} size="l" />
      <div className={css['text']}>
        {headed ? (
          <h2>{name}</h2>
        ) : (
          <h1 tabIndex={-1}>
            {name} <Hidden>{title}</Hidden>
          </h1>
        )}
        <p>
          <Badge tone={stateTones[app.state]}>{t(`dc.s.${app.state}`)}</Badge>
          {app.verified && <Badge tone="success">{t('dc.pub')}</Badge>}
          <span>{stateText(app, t)}</span>
        </p>
        {app.state === 'test' && app.reviewReasons !== '' && (
          <p className={css['reasons']}>{t('dc.rv.no', { app: name, reasons: app.reviewReasons })}</p>
        )}
      </div>
      <NextAct app={app} />
    </header>
  );
}

function stateText(app: OwnApp, t: Translate): string {
  if (app.state === 'suspended') return t('dc.s.suspendedB', { reason: app.suspendedBecause });
  if (app.state === 'deleted') return t('dc.s.deletedB', { date: dayText(app.purgeAt ?? app.createdAt) });
  return t(`dc.s.${app.state}B`);
}

/** Submit for review, withdraw, or restore; nothing for a live app without changes. */
function NextAct({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const [busy, run] = useAct();
  const hasDraft = app.state === 'live' && app.pending !== null;
  const isAsked = app.state === 'review' || (hasDraft && app.pending?.asked);
  const params = { id: app.clientID };

  const act = (work: () => Promise<OwnApp>, done: string): Promise<void> =>
    run(async () => {
      showApp(await work());
      notify({ kind: 'success', text: done });
    });

  if (app.state === 'deleted') {
    const restore = (): Promise<OwnApp> => call(developerEndpoints.restoreApp, { params, body: {} });
    return (
      <Button busy={busy} onClick={() => void act(restore, translate('dc.del.restored', { app: app.name[currentLanguage()] }))}>
        {t('dc.del.restore')}
      </Button>
    );
  }
  if (isAsked) {
    const withdraw = (): Promise<OwnApp> => call(developerEndpoints.withdrawReview, { params, body: {} });
    return (
      <Button busy={busy} onClick={() => void act(withdraw, translate('dc.withdraw.ok'))}>
        {t('dc.withdraw')}
      </Button>
    );
  }
  if (app.state !== 'test' && !hasDraft) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setAsking(true)}>
        {t('dc.ask')}
      </Button>
      <ReviewDialog app={app} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}

/** Asks before an app, or its pending version, goes to a reviewer. */
function ReviewDialog({ app, open, onClose }: AppDialogProps): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const { data } = useDeveloper();
  const days = data?.review?.days;
  const form = useAppForm({
    defaults: {},
    rules: {},
    onSubmit: async () => {
      showApp(await call(developerEndpoints.askReview, { params: { id: app.clientID }, body: { reasons: [...app.reasons] } }));
      onClose();
      notify({ kind: 'success', text: translate('dc.ask.ok') });
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('dc.ask.h', { app: nameOf(app.name) })}
      lead={days === undefined ? t('dc.ask.lead') : `${t('dc.ask.lead')} ${t('dc.ask.b', { time: t('dc.ask.days', { n: days }) })}`}
      verb={t('dc.ask')}
    />
  );
}
