import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { fingerprintPattern, keyRound, lock, mail, shieldCheck, smartphone } from '#web/ui/marks/icons.ts';
import { canUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { CodePanel } from './code-panel.tsx';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import type { PanelProps } from './proof-request.ts';
import { track } from '#web/lib/api/pending.ts';
import { isAborted, isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { clean } from '#contract/rules/clean.ts';
import { codeRules } from '#contract/rules/code.ts';
import { required } from '#contract/rules/rule.ts';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import { passwordRules } from '#contract/rules/password.ts';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';

interface MethodEntry {
  readonly icon: string;
  readonly label: (masked: string) => ReactNode;
  /** The masked destination of a code; '' for a method without a code, undefined if the account has no such method. */
  readonly target: (account: AccountView) => string | undefined;
  readonly panel: (props: PanelProps) => ReactNode;
}

/** How each method is found in an account, offered and used. A new method is a new entry. */
export const methodRegistry: Readonly<Record<ProofMethod, MethodEntry>> = {
  totp: {
    icon: shieldCheck,
    label: () => translate('ts.app'),
    target: ({ twoStep }) => (twoStep.totp ? '' : undefined),
    panel: (props) => <AppCodePanel key="totp" {...props} />,
  },
  recovery: {
    icon: lock,
    label: () => translate('rc.one'),
    target: ({ twoStep }) => (twoStep.codes > 0 ? '' : undefined),
    panel: (props) => <RecoveryCodePanel key="recovery" {...props} />,
  },
  passkey: {
    icon: fingerprintPattern,
    label: () => translate('pk.one'),
    target: ({ passkeys }) => (passkeys > 0 && canUsePasskeys() ? '' : undefined),
    panel: (props) => <PasskeyPanel key="passkey" {...props} />,
  },
  phone: {
    icon: smartphone,
    label: (masked) => <MaskedTargetText text="vf.byPhone" gap="phone" masked={masked} />,
    target: ({ encryptPhoneNumber }) => encryptPhoneNumber || undefined,
    panel: (props) => <CodePanel key="phone" channel="phone" {...props} />,
  },
  email: {
    icon: mail,
    label: (masked) => <MaskedTargetText text="vf.byEmail" gap="email" masked={masked} />,
    target: ({ encryptEmail }) => encryptEmail || undefined,
    panel: (props) => <CodePanel key="email" channel="email" {...props} />,
  },
  password: {
    icon: keyRound,
    label: () => translate('vf.byPassword'),
    target: (account) => (account.password_empty ? undefined : ''),
    panel: (props) => <PasswordPanel key="password" {...props} />,
  },
};

/** A passkey as the proof: one button, and the browser's own dialog. */
function PasskeyPanel({ frame, request, others }: PanelProps): ReactNode {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      const [{ askForPasskey }, { publicKey }] = await track(
        Promise.all([import('#web/widgets/passkeys/ceremonies.ts'), request.beginPasskey()]),
      );
      const credential = await askForPasskey(publicKey);
      if (credential !== undefined) await request.prove({ method: 'passkey', credential });
    } catch (error) {
      const isKnown = error instanceof RefusalError || isAborted(error);
      if (!isKnown || isRefusal(error, 'passkeyUnknown', 'passkeyRefused')) setFailed(true);
      else handleRefusal(error, request.onRefusal === undefined ? {} : { onCaller: request.onRefusal });
    } finally {
      setBusy(false);
      button.current?.focus();
    }
  }

  const begin = useEffectEvent(() => button.current?.focus());
  useEffect(() => begin(), []);
  return (
    <request.Frame {...frame} sendsItself>
      <Stack>
        {failed && (
          <div role="alert">
            <Notice tone="warning">{t('pk.failed')}</Notice>
          </div>
        )}
        <Button ref={button} variant="primary" size="lg" block icon={fingerprintPattern} busy={busy} onClick={() => void ask()}>
          {t('pk.signIn')}
        </Button>
        {others}
      </Stack>
    </request.Frame>
  );
}

type CodeForm = AppForm<{ readonly code: string }>;

/** A code of the authenticator app as the proof; the last digit sends it. */
function AppCodePanel({ frame, request, others }: PanelProps): ReactNode {
  const t = useT();
  const form = useStepForm(request, 'totp');
  return (
    <request.Frame {...frame} form={form} sendsItself>
      <Stack>
        <CodeSlots form={form} name="code" tip={t('ts.checkApp')} />
        {others}
      </Stack>
    </request.Frame>
  );
}

/** A recovery code as the proof. It works once. */
function RecoveryCodePanel({ frame, request, others }: PanelProps): ReactNode {
  const t = useT();
  const form = useStepForm(request, 'recovery');
  return (
    <request.Frame {...frame} form={form}>
      <Stack>
        <TextField
          form={form}
          name="code"
          label={t('rc.one')}
          tip={t('rc.enter')}
          tipStays
          input={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, placeholder: 'XXXXX-XXXXX' }}
        />
        {others}
      </Stack>
    </request.Frame>
  );
}

function useStepForm(request: PanelProps['request'], method: 'totp' | 'recovery'): CodeForm {
  const form: CodeForm = useAppForm({
    defaults: { code: '' },
    rules: { code: method === 'totp' ? { rules: codeRules, normalize: clean.code } : { rules: [required] } },
    onSubmit: async ({ code }) => {
      try {
        await request.prove({ method, code });
        form.set('code', '');
      } catch (error) {
        if (!isRefusal(error, 'stepCodeWrong')) throw error;
        form.set('code', '');
        form.fail('code', error.data['used'] === true ? 'used' : 'wrong', 'step');
      }
    },
    onRefusal: request.onRefusal,
  });
  const begin = useEffectEvent(() => form.focus('code'));
  useEffect(() => begin(), []);
  return form;
}

/** The current password as the proof. The fifth wrong one ends the session (4010). */
function PasswordPanel({ frame, request, others }: PanelProps): ReactNode {
  const t = useT();
  const form: AppForm<{ readonly password: string }> = useAppForm({
    defaults: { password: '' },
    rules: { password: { rules: passwordRules } },
    onSubmit: async ({ password }) => {
      try {
        await request.prove({ method: 'password', password });
        form.set('password', '');
      } catch (error) {
        if (!isRefusal(error, 'passwordWrong')) throw error;
        form.set('password', '');
        form.fail('password', 'password');
      }
    },
    onRefusal: request.onRefusal,
  });
  const begin = useEffectEvent(() => form.focus('password'));
  useEffect(() => begin(), []);
  return (
    <request.Frame {...frame} form={form}>
      <Stack>
        <PasswordField
          form={form}
          name="password"
          label={t('f.password')}
          placeholder={t('f.password.ph')}
          autoComplete="current-password"
        />
        {others}
      </Stack>
    </request.Frame>
  );
}
