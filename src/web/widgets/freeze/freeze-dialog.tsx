import type { ReactNode } from 'react';
import { containmentEndpoints } from '#contract/protection/freeze/freeze.ts';
import { freezeReasons, type FreezeReason } from '#contract/protection/freeze/incidents.words.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { FreezeEffects } from './freeze-effects.tsx';

interface FreezeDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

interface FreezeValues {
  readonly why: FreezeReason;
}

/** Says what a freeze does, asks what happened, and freezes the account of this session. It needs no proof. */
export function FreezeDialog({ open, onClose }: FreezeDialogProps): ReactNode {
  const t = useT();
  const form: AppForm<FreezeValues> = useAppForm<FreezeValues>({
    defaults: { why: 'unknown' },
    rules: {},
    isDanger: true,
    onSubmit: async ({ why }) => {
      await call(containmentEndpoints.freezeOwn, { body: { why } });
      navigate('/frozen', { replace: true });
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      size="m"
      title={t('wy.h')}
      lead={t('wy.b')}
      verb={t('wy.btn')}
      intro={<FreezeEffects />}
    >
      <RadioField
        form={form}
        name="why"
        label={t('fz.why')}
        options={freezeReasons.map((value) => ({ value, label: t(`fz.why.${value}`) }))}
      />
    </FormDialog>
  );
}
