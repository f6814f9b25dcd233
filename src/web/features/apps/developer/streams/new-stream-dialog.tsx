import type { ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { streamKindsOf } from '#contract/apps/developer/developer.words.ts';
import { matches, required, type Rule } from '#contract/rules/rule.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { oneRules } from '../settings/address-rules.ts';
import { reloadApp, type OwnApp } from '../use-developer.ts';
import { reloadStreams } from './use-streams.ts';

/** Rule for the value of a header. */
const headerValue = matches('regex', /^[\u0020-\u007e]{0,1000}$/);

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
  const kinds = streamKindsOf(appKind);
  const trimmed = (value: string): string => value.trim();
  /** A rule of a field that only these kinds have. */
  const onlyFor = (of: readonly string[], rule: Rule): Rule => ({
    ...rule,
    fails: (value, context) => of.includes(form.value('kind')) && rule.fails(value, context),
  });
  const form = useAppForm<{ readonly kind: string; readonly address: string; readonly authorization: string }>({
    defaults: { kind: 'webhook', address: '', authorization: '' },
    rules: {
      address: { ...fits, rules: [required, ...fits.rules].map((rule) => onlyFor(['webhook', 'push'], rule)), normalize: trimmed },
      authorization: { rules: [onlyFor(['push'], headerValue)], words: { regex: 'dc.sg.authBad' }, normalize: trimmed },
    },
    onSubmit: async ({ kind: chosen, address, authorization }) => {
      const kind = kinds.find((one) => one === chosen) ?? 'webhook';
      const body = {
        kind,
        ...(kind === 'poll' ? {} : { address }),
        ...(kind === 'push' && authorization !== '' ? { authorization } : {}),
      };
      const made = await withProof({ action: 'appSecret', target: id }, () =>
        call(developerEndpoints.makeStream, { params: { id }, body }),
      );
      if (made === undefined) return;
      if (made.secret !== undefined) onSecret(made.secret);
      await Promise.all([reloadStreams(id), reloadApp(id)]);
      onClose();
      form.set('address', '');
      form.set('authorization', '');
    },
  });
  const kind = useFieldValue(form, 'kind');
  return (
    <FormDialog form={form} open={open} onClose={onClose} title={t('dc.sg.new')} lead={t('dc.sg.newB')} verb={t('dc.sg.make')}>
      <RadioField form={form} name="kind" label={t('dc.sg.kind')} options={kinds.map((value) => ({ value, label: t(`dc.sg.${value}`) }))} />
      {kind !== 'poll' && <TextField form={form} name="address" label={t('dc.sg.address')} input={{ type: 'url', autoComplete: 'off' }} />}
      {kind === 'push' && (
        <TextField
          form={form}
          name="authorization"
          label={t('dc.sg.auth')}
          tip={t('dc.sg.authHint')}
          input={{ autoComplete: 'off', spellCheck: false }}
        />
      )}
    </FormDialog>
  );
}
