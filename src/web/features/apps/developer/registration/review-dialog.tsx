import { type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { useAppName } from '../app-words.ts';
import { showApp, useDeveloper, type OwnApp } from '../use-developer.ts';

interface ReviewDialogProps {
  readonly app: OwnApp;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before an app, or its pending version, goes to a reviewer. */
export function ReviewDialog({ app, open, onClose }: ReviewDialogProps): ReactNode {
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
