import { useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import { translate, useT } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { accountKey, useAccount } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { PhoneField } from '#web/widgets/contacts/phone-field.tsx';
import { MaskedTargetText } from '#web/widgets/identity-proof/masked-target-text.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { hasLiveProof } from '#web/widgets/identity-proof/proof-method.ts';
import { contactCalls, type ContactKind } from './contact-kinds.ts';
import { useNewContactRules } from './contact-rules.ts';
import css from './new-contact-step.module.css';
import { RetryNotice, useRetryTime } from './retry-notice.tsx';

interface NewContactStepProps {
  readonly kind: ContactKind;
  readonly title: string;
  readonly account: AccountView;
  readonly onDone: () => void;
}

interface Values {
  readonly contact: string;
  readonly code: string;
}

/**
 * The new phone or email and its code. If the identity proof has expired or is not strong enough, a dialog over the
 * step asks for another one, and the typed values stay.
 */
export function NewContactStep({ kind, title, account, onDone }: NewContactStepProps): ReactNode {
  const t = useT();
  const calls = contactCalls[kind];
  // The proof of the previous step may be newer than the last render.
  const { data: now = account } = useAccount();
  // Fixed when the step begins: its own end changes the account.
  const [{ current, hasLink }] = useState(() => ({ current: calls.masked(now), hasLink: kind === 'email' && hasLiveProof(now) }));
  const isChange = current !== '';
  const { later, watch } = useRetryTime();
  const form: AppForm<Values> = useAppForm<Values>({
    defaults: { contact: '', code: '' },
    rules: useNewContactRules(kind, current),
    onSubmit: async ({ contact, code }) => {
      const action = isChange ? calls.actions.change : calls.actions.bind;
      const changed = await watch(() => withProof({ action }, () => calls.update(contact, code)));
      if (changed === undefined) return;
      forgetDeadline(deadlineKey('bind', contact));
      accountCache.setQueryData<AccountView>(accountKey, changed);
      notify({ kind: 'success', text: translate(isChange ? `rs.ok.${kind}` : `ad.bound.${kind}`) });
      onDone();
    },
  });
  const NewField = kind === 'phone' ? PhoneField : EmailField;
  return (
    <FlowStep
      title={title}
      lead={isChange ? <MaskedTargetText text="ad.tellOld" gap="target" masked={current} /> : t('ad.bindLead')}
      form={form}
      submitLabel={t('btn.confirm')}
    >
      <RetryNotice later={later} />
      <NewField form={form} name="contact" label={t(kind === 'phone' ? 'f.newPhone' : 'f.newEmail')} />
      <CodeField
        form={form}
        name="code"
        target="contact"
        scene="bind"
        send={(target, validate) => watch(() => calls.sendCode(target, validate))}
      />
      {hasLink && <p className={css['hint']}>{t('ad.mailLink')}</p>}
    </FlowStep>
  );
}
