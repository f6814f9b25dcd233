import type { ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { required } from '#contract/rules/rule.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { useAppName } from '../app-words.ts';
import { reloadApp, type OwnApp } from '../use-developer.ts';

interface TransferDialogProps {
  readonly app: OwnApp;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Offers the app to another account. The answer does not tell whether that exists. */
export function TransferDialog({ app, open, onClose }: TransferDialogProps): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const { clientID: id } = app;
  const form = useAppForm({
    defaults: { to: '' },
    rules: {
      to: { rules: [required], normalize: (value: string) => value.trim(), words: { required: 'dc.tu.enter', regex: 'dc.tu.enter' } },
    },
    onSubmit: async ({ to }) => {
      const send = () => call(developerEndpoints.askTransfer, { params: { id }, body: { to } });
      if ((await withProof({ action: 'appTransfer', target: id }, send)) === undefined) return;
      form.set('to', '');
      onClose();
      notify({ kind: 'success', text: translate('dc.tr.ok') });
      await reloadApp(id);
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('dc.tr.h', { app: nameOf(app.name) })}
      lead={t('dc.tr.b')}
      verb={t('dc.tr')}
    >
      <TextField form={form} name="to" label={t('dc.tr.to')} input={{ autoComplete: 'off' }} />
    </FormDialog>
  );
}
