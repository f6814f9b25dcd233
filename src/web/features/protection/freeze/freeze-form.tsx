import { useEffect, useState, type ReactNode } from 'react';
import type { BodyOf } from '#contract/schema.ts';
import { containmentEndpoints } from '#contract/protection/freeze/freeze.ts';
import type { containmentSchemas } from '#contract/protection/freeze/freeze.schemas.ts';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { passwordRules } from '#contract/rules/password.ts';
import { clean } from '#contract/rules/clean.ts';
import { contactRules } from '#contract/rules/account.ts';
import { codeRules } from '#contract/rules/code.ts';
import { required } from '#contract/rules/rule.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { changePerson } from '#web/lib/person/person-state.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useCaptcha } from '#web/widgets/captcha/captcha.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { textsAbout } from '#web/widgets/contacts/texts-about.ts';
import { FreezeEffects } from '#web/widgets/freeze/freeze-question.tsx';
import { FrozenCard, type FreezeResult } from '#web/widgets/freeze/frozen-card.tsx';
import { forgetMailedToken, keepMailedToken, keptToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { useCanUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { askForPasskey } from '#web/widgets/passkeys/ceremonies.ts';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';
import css from './freeze-form.module.css';

const modes = ['code', 'password', 'unsent'] as const;

type Mode = (typeof modes)[number];

const words = { code: 'fz.byCode', password: 'fz.byPassword', unsent: 'fz.unsent' } as const;

const momentAfter = (seconds: number) => Date.now() + seconds * 1000;

interface FreezeValues {
  readonly account: string;
  readonly code: string;
  readonly password: string;
  readonly unsent: string;
}

type Shown = BodyOf<(typeof containmentSchemas)['freezeByWay']>;

/** Freezes an account without a message and without a sign-in: one way of any kind is enough. */
export function FreezeForm(): ReactNode {
  const t = useT();
  const [frozen, setFrozen] = useState<FreezeResult & { readonly ticket: string }>();
  const [waitUntil, setWaitUntil] = useState<number>();
  const [mode, setMode] = useState<Mode>('code');
  // Ticket of a sign-in or a way back in this tab that has shown something already.
  const [ticket, setTicket] = useState('');
  useEffect(() => setTicket(keptToken('recover')), []);
  const captcha = useCaptcha('freeze');

  async function freeze(body: Shown): Promise<void> {
    setWaitUntil(undefined);
    try {
      const done = await call(containmentEndpoints.freezeByWay, { body });
      changePerson('lapses');
      keepMailedToken('recover', done.ticket);
      setFrozen(done);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      if (error.refusal === 'wrongCredentials') form.fail('password', 'wrong', 'credentials');
      else if (error.refusal === 'stepCodeWrong') form.fail('unsent', 'wrong', 'step');
      else if (error.refusal === 'tooFrequent' && error.retryAfter !== undefined) setWaitUntil(momentAfter(error.retryAfter));
      else throw error;
    }
  }

  /** A passkey names its account: nothing is typed. */
  async function freezeByPasskey(): Promise<void> {
    const { publicKey } = await call(passkeysEndpoints.beginPasskey, { body: { purpose: 'freeze' } });
    const credential = await askForPasskey(publicKey);
    if (credential !== undefined) await freeze({ credential });
  }

  const form: AppForm<FreezeValues> = useAppForm<FreezeValues>({
    defaults: { account: '', code: '', password: '', unsent: '' },
    isDanger: true,
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
      unsent: { rules: [required] },
    },
    onSubmit: async ({ account, code, password, unsent }) => {
      if (mode === 'code') await freeze({ account, code });
      else {
        const shown = mode === 'password' ? { password } : { code: unsent, unsent: true };
        await captcha.prove((validate) => freeze({ account, ...shown, validate }));
      }
    },
  });
  if (frozen !== undefined) return <FrozenCard of={frozen} ticket={frozen.ticket} />;
  return (
    <AuthCard title={t('wy.h')} lead={t('wy.b')}>
      {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
      <FreezeEffects />
      {ticket === '' ? (
        <FormShell form={form} submitLabel={t('wy.btn')}>
          <EmailField identifier form={form} name="account" autoComplete="username" />
          <ShownField form={form} mode={mode} />
        </FormShell>
      ) : (
        <FreezeByTicket freeze={async () => freeze({ ticket })} onOver={() => setTicket('')} />
      )}
      <OtherWays
        but={ticket === '' ? mode : undefined}
        onMode={(other) => {
          setTicket('');
          setMode(other);
        }}
        onPasskey={freezeByPasskey}
      />
    </AuthCard>
  );
}

interface OtherWaysProps {
  /** The way whose field is shown. */
  readonly but: Mode | undefined;
  readonly onMode: (mode: Mode) => void;
  readonly onPasskey: () => Promise<void>;
}

function OtherWays({ but, onMode, onPasskey }: OtherWaysProps): ReactNode {
  const t = useT();
  const canUsePasskeys = useCanUsePasskeys();
  return (
    <p className={css['ways']}>
      {modes
        .filter((other) => other !== but)
        .map((other) => (
          <LinkButton key={other} onClick={() => onMode(other)}>
            {t(words[other])}
          </LinkButton>
        ))}
      {canUsePasskeys && (
        <LinkButton onClick={() => void onPasskey().catch((error: unknown) => handleRefusal(error))}>{t('pk.signIn')}</LinkButton>
      )}
    </p>
  );
}

interface FreezeByTicketProps {
  readonly freeze: () => Promise<void>;
  /** Called when the ticket is over or shows nothing: then a way is asked for. */
  readonly onOver: () => void;
}

/** Only the button, where something was shown already. */
function FreezeByTicket({ freeze, onOver }: FreezeByTicketProps): ReactNode {
  const t = useT();
  const [busy, act] = useAct();
  const press = (): Promise<void> =>
    act(
      async () => {
        await freeze();
      },
      (error) => {
        if (!isRefusal(error, 'tokenError')) throw error;
        forgetMailedToken('recover');
        onOver();
      },
    );
  return (
    <Button variant="danger" size="lg" block busy={busy} onClick={() => void press().catch((error: unknown) => handleRefusal(error))}>
      {t('wy.btn')}
    </Button>
  );
}

interface ShownFieldProps {
  readonly form: AppForm<FreezeValues>;
  readonly mode: Mode;
}

/** The field of the way that is shown. */
function ShownField({ form, mode }: ShownFieldProps): ReactNode {
  const t = useT();
  switch (mode) {
    case 'code':
      return <CodeField form={form} name="code" target="account" purpose="freeze" />;
    case 'unsent':
      return (
        <TextField
          form={form}
          name="unsent"
          label={t('fz.unsent')}
          tip={t('fz.unsentD')}
          tipStays
          input={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false }}
        />
      );
    case 'password':
      return (
        <PasswordField
          form={form}
          name="password"
          label={t('f.password')}
          placeholder={t('f.password.ph')}
          autoComplete="current-password"
        />
      );
  }
}
