import { useLayoutEffect, useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { useIsChanged } from '#web/ui/form/use-field.ts';
import { accountKey, useAccount } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { PhoneField } from '#web/widgets/contacts/phone-field.tsx';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { hasLiveProof } from '#web/widgets/identity-proof/proof-method.ts';
import { contactCalls, type ContactKind } from './contact-kinds.ts';
import css from './new-contact-step.module.css';
import { LostLabel } from './unbindable.tsx';
import { RetryNotice, useRetryTime } from './retry-notice.tsx';
import { clean } from '#contract/rules/clean.ts';
import { emailCodeRules, smsCodeRules } from '#contract/rules/code.ts';
import { emailRules } from '#contract/rules/email.ts';
import { phoneRules } from '#contract/rules/phone.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import type { FieldRules } from '#web/ui/form/field-checks.ts';
import type { RemoteCheck } from '#web/ui/form/remote-check.ts';
import { isOfMask } from '#web/widgets/contacts/of-mask.ts';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';

interface NewContactStepProps {
  readonly kind: ContactKind;
  readonly title: string;
  readonly account: AccountView;
  readonly onDone: () => void;
  /** Reports whether leaving would lose something. */
  readonly onChanged: (changed: boolean) => void;
}

/** A first phone or email is not a new one. */
const labels = {
  phone: { bind: 'f.phone', change: 'f.newPhone' },
  email: { bind: 'f.email', change: 'f.newEmail' },
} as const;

const nothing: Values = { contact: '', code: '', lost: false };

interface Values {
  readonly contact: string;
  readonly code: string;
  /** The old one is no longer theirs. */
  readonly lost: boolean;
}

/**
 * The new phone or email and its code. If the identity proof has expired or is not strong enough, a dialog over the
 * step asks for another one, and the typed values stay.
 */
export function NewContactStep({ kind, title, account, onDone, onChanged }: NewContactStepProps): ReactNode {
  const t = useT();
  const calls = contactCalls[kind];
  // The proof of the previous step may be newer than the last render.
  const { data: now = account } = useAccount();
  // Fixed when the step begins: its own end changes the account.
  const [{ current, hasLink }] = useState(() => ({ current: calls.masked(now), hasLink: kind === 'email' && hasLiveProof(now) }));
  const isChange = current !== '';
  const action = isChange ? calls.actions.change : calls.actions.bind;
  const { later, watch } = useRetryTime();
  const form: AppForm<Values> = useAppForm<Values>({
    defaults: nothing,
    rules: useNewContactRules(kind, current),
    onSubmit: async ({ contact, code, lost }) => {
      const changed = await watch(() => withProof({ action }, () => calls.update({ contact, code, lost })));
      if (changed === undefined) return;
      forgetDeadline(deadlineKey('bind', contact));
      accountCache.setQueryData<AccountView>(accountKey, changed);
      notify({ kind: 'success', text: translate(isChange ? `rs.ok.${kind}` : `ad.bound.${kind}`) });
      onDone();
    },
  });
  const isTyped = useIsChanged(form, nothing);
  // Before the next key: Escape may be it.
  useLayoutEffect(() => {
    onChanged(isTyped);
    return () => onChanged(false);
  }, [isTyped, onChanged]);
  const NewField = kind === 'phone' ? PhoneField : EmailField;
  return (
    <FlowStep
      title={title}
      lead={
        <>
          {isChange ? <MaskedTargetText text="ad.tellOld" gap="target" masked={current} /> : t('ad.bindLead')}
          <WhatEnds action={action} />
        </>
      }
      form={form}
      submitLabel={t(isChange ? 'btn.change' : 'btn.add')}
    >
      <RetryNotice later={later} />
      <NewField form={form} name="contact" label={t(labels[kind][isChange ? 'change' : 'bind'])} />
      <CodeField
        form={form}
        name="code"
        target="contact"
        scene="bind"
        send={(target, validate) => watch(() => calls.sendCode(target, validate))}
      />
      {isChange && now.twoStep.enabled && (
        <CheckboxField form={form} name="lost" label={<LostLabel masked={current} note={t('un.lostD')} />} />
      )}
      {hasLink && <p className={css['hint']}>{t('ad.mailLink')}</p>}
    </FlowStep>
  );
}

interface NewContactRules {
  readonly contact: FieldRules;
  readonly code: FieldRules;
}

/**
 * Rules for a new phone or email and its code (spec 5).
 * @param current the account's contact, masked, or ''
 */
function useNewContactRules(kind: ContactKind, current: string): NewContactRules {
  const free = useUniqueness(kind === 'phone' ? remoteRules.phoneFree : remoteRules.emailFree);
  return kind === 'phone'
    ? {
        contact: { rules: phoneRules, normalize: clean.phone, as: 'phone', remote: free },
        code: { rules: smsCodeRules, normalize: clean.code, as: 'smsCode' },
      }
    : {
        contact: { rules: emailRules, normalize: clean.email, as: 'email', remote: exceptCurrent(free, current) },
        code: { rules: emailCodeRules, normalize: clean.code, as: 'emailCode' },
      };
}

/**
 * The account's own contact also "exists", but that is not the right message. Here it is known only masked: for a value
 * that matches the mask, the call that sends the code decides and answers `is_not` for the own contact.
 */
function exceptCurrent(free: RemoteCheck, current: string): RemoteCheck {
  return { ...free, ask: (value) => (current !== '' && isOfMask(value, current) ? Promise.resolve(false) : free.ask(value)) };
}
