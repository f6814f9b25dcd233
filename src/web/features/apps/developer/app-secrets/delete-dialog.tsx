import type { ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { navigate } from '#web/lib/page/router.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { useAppName } from '../app-words.ts';
import { forgetDraft } from '../settings/drafts.ts';
import { reloadApp, type OwnApp } from '../use-developer.ts';

interface DeleteDialogProps {
  readonly app: OwnApp;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Deletes the app after its name was typed, in any of its languages. */
export function DeleteDialog({ app, open, onClose }: DeleteDialogProps): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const { clientID: id } = app;
  const form = useAppForm({
    defaults: { name: '' },
    isDanger: true,
    rules: {
      name: {
        normalize: (value: string) => value.trim(),
        rules: [{ name: 'required', fails: (value: string) => !Object.values(app.name).includes(value) }],
        words: { required: 'dc.del.nameBad', regex: 'dc.del.nameBad' },
      },
    },
    onSubmit: async ({ name }) => {
      const send = () => call(developerEndpoints.deleteApp, { params: { id }, body: { name } });
      if ((await withProof({ action: 'appDelete', target: id }, send)) === undefined) return;
      onClose();
      forgetDraft(`app.${id}`);
      notify({ kind: 'success', text: translate('dc.del.ok', { app: nameOf(app.name) }) });
      await reloadApp(id);
      navigate('/developer');
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('dc.del.h', { app: nameOf(app.name) })}
      lead={t('dc.del.b')}
      verb={t('dc.del')}
    >
      <TextField form={form} name="name" label={t('dc.del.name')} input={{ autoComplete: 'off', placeholder: nameOf(app.name) }} />
    </FormDialog>
  );
}
