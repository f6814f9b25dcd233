import type { ReactNode } from 'react';
import { developerEndpoints } from '#contract/endpoints/developer.ts';
import { ownStreamKinds } from '#contract/vocabulary/developer.ts';
import { required } from '#contract/rules/rule.ts';
import { call } from '#web/lib/api.ts';
import { useT } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { oneRules } from './address-rules.ts';
import type { OwnApp } from './use-developer.ts';
import { reloadStreams } from './use-streams.ts';

interface NewStreamDialogProps {
  readonly app: OwnApp;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The secret of a webhook, which nobody can see again. */
  readonly onSecret: (secret: string) => void;
}

/** Makes a stream to an address of the developer's server. */
export function NewStreamDialog({ app: { clientID: id, kind: appKind }, open, onClose, onSecret }: NewStreamDialogProps): ReactNode {
  const t = useT();
  const fits = oneRules('notify', appKind);
  const form = useAppForm<{ readonly kind: string; readonly address: string }>({
    defaults: { kind: 'webhook', address: '' },
    rules: { address: { ...fits, rules: [required, ...fits.rules], normalize: (value: string) => value.trim() } },
    onSubmit: async ({ kind, address }) => {
      const body = { kind: ownStreamKinds.find((one) => one === kind) ?? 'webhook', address };
      const made = await withProof({ action: 'appSecret', target: id }, () =>
        call(developerEndpoints.makeStream, { params: { id }, body }),
      );
      if (made === undefined) return;
      onClose();
      form.set('address', '');
      if (made.secret !== undefined) onSecret(made.secret);
      await reloadStreams(id);
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={form.pending}
      title={t('dc.sg.new')}
      lead={t('dc.sg.newB')}
      actions={
        <>
          <Button onClick={onClose}>{t('btn.cancel')}</Button>
          <Button variant="primary" type="submit" form={form.id} busy={form.pending}>
            {t('dc.sg.make')}
          </Button>
        </>
      }
    >
      <FormShell form={form}>
        <RadioField
          form={form}
          name="kind"
          label={t('dc.sg.kind')}
          options={ownStreamKinds.map((value) => ({ value, label: t(`dc.sg.${value}`) }))}
        />
        <TextField form={form} name="address" label={t('dc.sg.address')} input={{ type: 'url', autoComplete: 'off' }} />
      </FormShell>
    </Dialog>
  );
}
