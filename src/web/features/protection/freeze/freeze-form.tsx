import { useId, useState, type ReactNode } from 'react';
import type { BodyOf } from '#contract/schema.ts';
import { containmentEndpoints } from '#contract/protection/freeze/freeze.ts';
import type { containmentSchemas } from '#contract/protection/freeze/freeze.schemas.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { passwordRules } from '#contract/rules/password.ts';
import { clean } from '#contract/rules/clean.ts';
import { contactRules } from '#contract/rules/account.ts';
import { codeRules } from '#contract/rules/code.ts';
import { freezeReasons, type FreezeReason } from '#contract/protection/freeze/incidents.words.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { changePerson } from '#web/lib/person/person-state.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { userKey } from '#web/ui/marks/icons.ts';
import { useCaptcha } from '#web/widgets/captcha/captcha.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { AccountField } from '#web/widgets/contacts/account-field.tsx';
import { textsAbout } from '#web/widgets/contacts/texts-about.ts';
import { FrozenCard, type FreezeResult } from '#web/widgets/freeze/frozen-card.tsx';
import { keepMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { useCanUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { askForPasskey } from '#web/widgets/passkeys/ceremonies.ts';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';

const tabs = { code: 'si.byCode', password: 'si.byPassword' } as const;

const momentAfter = (seconds: number) => Date.now() + seconds * 1000;

interface FreezeValues {
  readonly account: string;
  readonly code: string;
  readonly password: string;
  readonly why: FreezeReason;
}

type Shown = BodyOf<(typeof containmentSchemas)['freezeByWay']>;

/** Freezes an account without a message and without a sign-in: one way is enough, a code, the password or a passkey. */
export function FreezeForm(): ReactNode {
  const t = useT();
  const [frozen, setFrozen] = useState<FreezeResult>();
  const [waitUntil, setWaitUntil] = useState<number>();
  const [mode, setMode] = useState<'code' | 'password'>('code');
  const panel = useId();
  const captcha = useCaptcha('freeze');

  async function freeze(body: Shown): Promise<void> {
    setWaitUntil(undefined);
    try {
      const { ticket, ...done } = await call(containmentEndpoints.freezeByWay, { body });
      changePerson('lapses');
      keepMailedToken('recover', ticket);
      setFrozen(done);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      if (error.refusal === 'wrongCredentials') form.fail('password', 'wrong', 'credentials');
      else if (error.refusal === 'tooFrequent' && error.retryAfter !== undefined) setWaitUntil(momentAfter(error.retryAfter));
      else throw error;
    }
  }

  const form: AppForm<FreezeValues> = useAppForm<FreezeValues>({
    defaults: { account: '', code: '', password: '', why: 'unknown' },
    rules: {
      account: {
        rules: contactRules,
        normalize: clean.account,
        get as() {
          return textsAbout(form.value('account'), contactRules);
        },
      },
      code: { rules: codeRules, normalize: clean.code },
      password: { rules: passwordRules },
    },
    onSubmit: async ({ account, code, password, why }) => {
      if (mode === 'code') await freeze({ account, code, why });
      else await captcha.prove((validate) => freeze({ account, password, validate, why }));
    },
  });
  if (frozen !== undefined) return <FrozenCard of={frozen} href="/recover" />;
  return (
    <AuthCard wide title={t('wy.h')} lead={t('fz.lead')}>
      {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
      <Segmented
        label={t('wy.h')}
        options={(['code', 'password'] as const).map((value) => ({ value, label: t(tabs[value]) }))}
        value={mode}
        onChange={setMode}
        panel={panel}
      />
      <FormShell form={form} submitLabel={t('wy.btn')}>
        <AccountField form={form} name="account" autoComplete="username" />
        <div role="tabpanel" id={panel} aria-label={t(tabs[mode])}>
          {mode === 'code' ? (
            <CodeField form={form} name="code" target="account" purpose="freeze" />
          ) : (
            <PasswordField
              form={form}
              name="password"
              label={t('f.password')}
              placeholder={t('f.password.ph')}
              autoComplete="current-password"
            />
          )}
        </div>
        <RadioField
          form={form}
          name="why"
          label={t('fz.why')}
          options={freezeReasons.map((value) => ({ value, label: t(`fz.why.${value}`) }))}
        />
      </FormShell>
      <PasskeyButton onShown={(credential) => freeze({ credential, why: form.value('why') })} />
    </AuthCard>
  );
}

/** A passkey names its account: nothing is typed. */
function PasskeyButton({ onShown }: { readonly onShown: (credential: PasskeyAssertion) => Promise<void> }): ReactNode {
  const t = useT();
  const isUsable = useCanUsePasskeys();
  async function ask(): Promise<void> {
    const { publicKey } = await call(passkeysEndpoints.beginPasskey, { body: { purpose: 'freeze' } });
    const credential = await askForPasskey(publicKey);
    if (credential !== undefined) await onShown(credential);
  }
  if (!isUsable) return null;
  return (
    <Button size="lg" block icon={userKey} onClick={() => void ask().catch((error: unknown) => handleRefusal(error))}>
      {t('fz.passkey')}
    </Button>
  );
}
