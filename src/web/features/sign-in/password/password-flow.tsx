import { useState, type ReactNode, useId } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { translate, useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { FirstPasswordSteps } from '#web/widgets/password/first-password-steps.tsx';
import { SupportLine } from '#web/widgets/identity-proof/support-line.tsx';
import { clean } from '#contract/rules/clean.ts';
import { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import { emailCodeRules, smsCodeRules } from '#contract/rules/code.ts';
import { confirmRules, newPasswordRules, passwordRules } from '#contract/rules/password.ts';
import { shownMask } from '#contract/masks.ts';
import { call } from '#web/lib/api/api.ts';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { useNameForManagers } from '#web/widgets/account/name-for-managers.ts';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import { ownerCodes } from '#web/widgets/identity-proof/owner-codes.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';

export interface PasswordFlowProps {
  /** The heading of the steps. */
  readonly title: string;
  readonly account: AccountView;
  readonly onDone: () => void;
}

/** The change with the current password, or by code if it is forgotten. */
export function ChangePassword(props: PasswordFlowProps): ReactNode {
  const [isForgotten, setForgotten] = useState(false);
  if (isForgotten) return <ChangeByCode {...props} onBack={() => setForgotten(false)} />;
  const canSend = codeTargets(props.account).length > 0;
  return <ChangePasswordStep title={props.title} onDone={props.onDone} onForgot={canSend ? () => setForgotten(true) : undefined} />;
}

/** The change by code. */
export function ChangeByCode({ title, account, onDone, onBack }: PasswordFlowProps & { readonly onBack?: () => void }): ReactNode {
  const t = useT();
  const [first, ...others] = codeTargets(account);
  if (first === undefined) return <FlowStep title={title} lead={t('vf.noMethod')} footer={<SupportLine />} />;
  return <ChangeByCodeStep title={title} targets={[first, ...others]} onDone={onDone} onBack={onBack} />;
}

/** The first password of an account. */
export function SetFirstPassword({ title, onDone }: PasswordFlowProps): ReactNode {
  const done = (): void => {
    notify({ kind: 'success', text: translate('pw.set') });
    onDone();
  };
  return <FirstPasswordSteps title={title} onDone={done} />;
}

function codeTargets({ encryptPhoneNumber, encryptEmail }: AccountView): readonly CodeTarget[] {
  const all = [
    { channel: 'phone', masked: encryptPhoneNumber },
    { channel: 'email', masked: encryptEmail },
  ] as const;
  return all.filter(({ masked }) => masked !== '');
}

/** A contact that can receive a code, masked by the server. */
interface CodeTarget {
  readonly channel: 'phone' | 'email';
  readonly masked: string;
}

interface ChangeByCodeStepProps {
  readonly title: string;
  /** At least one. */
  readonly targets: readonly [CodeTarget, ...CodeTarget[]];
  readonly onDone: () => void;
  /** Back to the change with the current password, if the person came from it. */
  readonly onBack?: (() => void) | undefined;
}

interface Values {
  /** The recipient of the code, as displayed; it cannot be edited. */
  readonly target: string;
  readonly code: string;
  readonly newPassword: string;
  readonly confirm: string;
}

/**
 * A new password for a signed-in person who forgot the current one, by a code to the account's phone or email (contract
 * 5).
 */
function ChangeByCodeStep({ title, targets, onDone, onBack }: ChangeByCodeStepProps): ReactNode {
  const t = useT();
  const username = useNameForManagers();
  const panel = useId();
  const [chosen, setChosen] = useState(targets[0].channel);
  const { channel, masked } = targets.find((each) => each.channel === chosen) ?? targets[0];
  const isPhone = channel === 'phone';
  const form: AppForm<Values> = useAppForm<Values>({
    defaults: { target: shownMask(masked), code: '', newPassword: '', confirm: '' },
    rules: {
      code: isPhone
        ? { rules: smsCodeRules, normalize: clean.code, as: 'smsCode' }
        : { rules: emailCodeRules, normalize: clean.code, as: 'emailCode' },
      newPassword: { rules: newPasswordRules },
      confirm: { rules: confirmRules },
    },
    onSubmit: async ({ target, code, newPassword }) => {
      const body = { code, newPassword };
      const send = async () =>
        isPhone ? call(passwordEndpoints.changePasswordByPhone, { body }) : call(passwordEndpoints.changePasswordByEmail, { body });
      if ((await withProof({ action: 'changePassword' }, send)) === undefined) return;
      forgetDeadline(deadlineKey('verify', target));
      passwordChanged();
      onDone();
    },
  });
  function choose(next: CodeTarget['channel']): void {
    setChosen(next);
    form.set('code', '');
    form.set('target', shownMask(targets.find((each) => each.channel === next)?.masked ?? ''));
  }
  const labels = { phone: t('pw.sms'), email: t('pw.mail') };
  return (
    <FlowStep
      title={title}
      lead={<PasswordLead text="pw.byCodeLead" />}
      form={form}
      submitLabel={t('btn.modify')}
      onCancel={onBack}
      {...(onBack === undefined ? {} : { cancelLabel: t('btn.prev') })}
    >
      {targets.length > 1 && (
        <Segmented
          label={t('pw.channel')}
          options={targets.map((each) => ({ value: each.channel, label: labels[each.channel] }))}
          value={channel}
          onChange={choose}
          panel={panel}
        />
      )}
      <div id={panel} role={targets.length > 1 ? 'tabpanel' : undefined} aria-label={targets.length > 1 ? labels[channel] : undefined}>
        <CodeField
          key={channel}
          form={form}
          name="code"
          target="target"
          scene="verify"
          send={ownerCodes('verify').send(channel)}
          label={<MaskedTargetText text={isPhone ? 'vf.byPhone' : 'vf.byEmail'} gap={channel} masked={masked} />}
        />
      </div>
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={username} />
    </FlowStep>
  );
}

interface ChangePasswordStepProps {
  readonly title: string;
  readonly onDone: () => void;
  /** Leads to the change by code; absent if no code can be sent. */
  readonly onForgot: (() => void) | undefined;
}

interface ChangeValues {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirm: string;
}

/** Changes the password with the current one (brief 4.7). */
function ChangePasswordStep({ title, onDone, onForgot }: ChangePasswordStepProps): ReactNode {
  const t = useT();
  const username = useNameForManagers();
  const form: AppForm<ChangeValues> = useAppForm<ChangeValues>({
    defaults: { oldPassword: '', newPassword: '', confirm: '' },
    rules: { oldPassword: { rules: passwordRules }, newPassword: { rules: newPasswordRules }, confirm: { rules: confirmRules } },
    context: ({ oldPassword }) => ({ current: oldPassword }),
    onSubmit: async ({ oldPassword, newPassword }) => {
      try {
        const send = async () => call(passwordEndpoints.changePassword, { body: { oldPassword, newPassword } });
        if ((await withProof({ action: 'changePassword' }, send)) === undefined) return;
      } catch (error) {
        if (!isRefusal(error, 'oldPasswordInvalid')) throw error;
        form.set('oldPassword', '');
        form.fail('oldPassword', 'oldPasswordInvalid');
        return;
      }
      passwordChanged();
      onDone();
    },
  });
  return (
    <FlowStep title={title} lead={<PasswordLead text="pw.lead" />} form={form} submitLabel={t('btn.modify')}>
      <PasswordField
        form={form}
        name="oldPassword"
        label={t('f.oldPassword')}
        placeholder={t('f.password.ph')}
        autoComplete="current-password"
        aside={onForgot !== undefined && <LinkButton onClick={onForgot}>{t('pw.byCode')}</LinkButton>}
      />
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={username} />
    </FlowStep>
  );
}

/** Follows a change: identity proofs are void and other devices are signed out; this session continues (contract 5). */
function passwordChanged(): void {
  accountCache.setQueryData<AccountView>(
    accountKey,
    (account) => account && { ...account, password_empty: false, passwordNeeded: false, verifiedUntil: null },
  );
  notify({ kind: 'success', text: translate('rs.ok.pw') });
}

/** The explanation of a change of password, and what it ends. */
function PasswordLead({ text }: { readonly text: MessageKey }): ReactNode {
  const t = useT();
  return (
    <>
      {t(text)}
      <WhatEnds action="changePassword" />
    </>
  );
}
