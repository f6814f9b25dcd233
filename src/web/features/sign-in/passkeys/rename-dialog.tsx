import type { ReactNode } from 'react';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { limits } from '#contract/limits.ts';
import { required } from '#contract/rules/rule.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { FlowDialog, FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { passkeyName } from './passkey-row.tsx';
import { refreshPasskeys, type Passkey } from './passkeys.ts';

interface RenameDialogProps {
  readonly passkey: Passkey;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRenamed: () => void;
}

/** Gives a passkey a name of one's own. */
export function RenameDialog({ open, onClose, onRenamed, ...props }: RenameDialogProps): ReactNode {
  return (
    <FlowDialog open={open} onClose={onClose}>
      <NameStep {...props} onDone={onRenamed} />
    </FlowDialog>
  );
}

function NameStep({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }): ReactNode {
  const t = useT();
  const form = useAppForm<{ readonly name: string }>({
    defaults: { name: passkeyName(passkey, t) },
    rules: { name: { rules: [required], normalize: (text) => text.trim() } },
    onSubmit: async ({ name }) => {
      await call(passkeysEndpoints.renamePasskey, { body: { id: passkey.id, name } });
      await refreshPasskeys();
      onDone();
    },
  });
  return (
    <FlowStep title={t('pk.name')} form={form} submitLabel={t('btn.save')}>
      <TextField form={form} name="name" label={t('pk.name')} input={{ maxLength: limits.passkeyNameMax, autoComplete: 'off' }} />
    </FlowStep>
  );
}
