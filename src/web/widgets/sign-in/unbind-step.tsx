import { useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { useUnbinding, type Unbindable } from './unbinding.ts';

interface UnbindStepProps {
  readonly what: Unbindable;
  readonly account: AccountView;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The question of an unbinding as a page. */
export function UnbindStep({ what, account, onDone, onCancel }: UnbindStepProps): ReactNode {
  const t = useT();
  const [asked] = useState(account);
  const { addFirst, unbind, takeRefusal } = useUnbinding(what, account, onDone);
  const form = useAppForm({
    defaults: { lost: false },
    rules: {},
    isDanger: true,
    onSubmit: async ({ lost }) => {
      if (await unbind({ lost })) onDone();
    },
    onRefusal: takeRefusal,
  });
  const label = what.lost?.(t, asked);
  if (addFirst !== undefined) {
    return (
      <FlowStep key="last" title={what.title(t)} lead={t(what.lastLead)} onCancel={onCancel}>
        <ButtonLink variant="primary" size="lg" block href={addFirst.href}>
          {t(addFirst.label)}
        </ButtonLink>
      </FlowStep>
    );
  }
  return (
    <FlowStep
      key="ask"
      title={what.title(t)}
      lead={
        <>
          {what.lead(t, asked)}
          <WhatEnds action={what.need.action} />
        </>
      }
      form={form}
      submitLabel={t(what.verb)}
      onCancel={onCancel}
    >
      {label !== undefined && <CheckboxField form={form} name="lost" label={label} />}
    </FlowStep>
  );
}
