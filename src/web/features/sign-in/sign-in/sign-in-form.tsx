import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { accountRules, contactRules, accountKind } from '#contract/rules/account.ts';
import { codeRules } from '#contract/rules/code.ts';
import { passwordRules } from '#contract/rules/password.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { persist } from '#web/lib/person/persist.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { AuthFoot } from '#web/ui/layout/auth-card.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import { remoteCheck } from '#web/ui/form/remote-check.ts';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { useCaptcha } from '#web/widgets/captcha/captcha.ts';
import { textsAbout } from '#web/widgets/contacts/texts-about.ts';
import { keepIdentifier, readKeptIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import type { SecondStep } from '#web/widgets/sign-in/second-step.ts';
import { signIn, type PageQuery } from './sign-in.ts';
import css from './sign-in-form.module.css';
import { checksEndpoints } from '#contract/account/checks/checks.ts';
import { call } from '#web/lib/api/api.ts';
import { useShownRule, type WayOutProps } from '#web/widgets/contacts/shown-rule.ts';

const WaitNotice = lazy(() => persist(async () => ({ default: (await import('#web/widgets/page/wait-notice.tsx')).WaitNotice })));
// Only who chooses a code loads it.
const CodePart = lazy(() => persist(async () => ({ default: (await import('./code-part.tsx')).CodePart })));

/** The proof method of the first step. */
type Mode = 'password' | 'code';

export interface SignInValues {
  readonly account: string;
  readonly password: string;
  readonly code: string;
}

interface SignInFormProps {
  /** The account that an app expects, as plain text. */
  readonly hint?: string;
  readonly query: PageQuery;
  /** The registration page, for people without an account. */
  readonly registerHref: string;
  /** Passes the typed identifier to registration. */
  readonly onRegister: (account: string) => void;
  /** The first step does not suffice: a second code is needed. */
  readonly onSecondStep: (second: SecondStep) => Promise<void>;
  /** Begins with a code: the person returns from the second step, or cannot scan. */
  readonly beginsWithCode?: boolean;
  /** Other sign-in options, below the form. */
  readonly others?: ReactNode;
}

/** Sign-in by password or code (spec 5, contract 5), with the captcha and the wait after failures. */
export function SignInForm({
  hint = '',
  query,
  registerHref,
  onRegister,
  onSecondStep,
  beginsWithCode = false,
  others,
}: SignInFormProps): ReactNode {
  const t = useT();
  const captcha = useCaptcha('login');
  const [mode, setMode] = useState<Mode>(beginsWithCode ? 'code' : 'password');
  const [waitUntil, setWaitUntil] = useState<number>();
  const [wrong, setWrong] = useState(0);
  const [unknown] = useState(() => remoteCheck('not_exists', isUnknownAccount));

  const namingRules = mode === 'password' ? accountRules : contactRules;
  const form: AppForm<SignInValues> = useAppForm<SignInValues>({
    defaults: { account: '', password: '', code: '' },
    rules: {
      account: {
        rules: namingRules,
        normalize: clean.account,
        remote: unknown,
        get as() {
          return textsAbout(form.value('account'), namingRules);
        },
      },
      password: { rules: passwordRules },
      code: { rules: codeRules, normalize: clean.code },
    },
    onSubmit: async ({ account, password, code }) => {
      setWaitUntil(undefined);
      const credentials = mode === 'password' ? { account, password } : { account, code };
      try {
        const next = await signIn({ credentials, query, captcha });
        if (next === undefined) return;
        keepIdentifier('');
        navigate(next, { replace: true });
      } catch (error) {
        if (!(error instanceof RefusalError) || !(await takeRefusal(error))) throw error;
      }
    },
  });

  /** The refusals with texts of this form, and those that lead on. */
  async function takeRefusal(error: RefusalError): Promise<boolean> {
    if (error.refusal === 'wrongCredentials') {
      form.set('password', '');
      if (mode === 'password') {
        setWrong((before) => before + 1);
        form.fail('password', 'wrong', 'credentials');
      } else form.fail('code', 'code');
      return true;
    }
    if (error.refusal === 'tooFrequent' && error.retryAfter !== undefined) {
      setWaitUntil(Date.now() + error.retryAfter * 1000);
      return true;
    }
    // Without an answer there is nothing to follow, and nothing to load it by.
    if (error.refusal === 'offline' || error.refusal === 'late') return false;
    const { followRefusal } = await import('./take-refusal.ts');
    return followRefusal(error, { account: form.normalized('account'), redirect: query.redirect, onSecondStep });
  }

  useKeptIdentifier(form, hint);
  const comeBack = useEffectEvent(() => {
    if (beginsWithCode) form.focus('account');
  });
  useEffect(() => comeBack(), []);

  return (
    <Stack>
      {waitUntil !== undefined && (
        <Suspense>
          <WaitNotice until={waitUntil} />
        </Suspense>
      )}
      {mode === 'password' && wrong > 1 && <Notice>{t('pw.try')}</Notice>}
      <FormShell
        form={form}
        submitLabel={t('si.btn')}
        footer={
          <div className={css['ways']}>
            <LinkButton onClick={() => setMode(mode === 'password' ? 'code' : 'password')}>
              {t(mode === 'password' ? 'si.byCode' : 'si.byPassword')}
            </LinkButton>
            <Link href="/edit-password">{t('si.forgot')}</Link>
          </div>
        }
      >
        <EmailField
          identifier
          form={form}
          name="account"
          // The browser also offers passkeys in this field.
          autoComplete="username webauthn"
          aside={<UnknownLink form={form} name="account" href={registerHref} onLeave={onRegister} />}
        />
        {mode === 'password' ? (
          <PasswordField
            form={form}
            name="password"
            label={t('f.password')}
            placeholder={t('f.password.ph')}
            autoComplete="current-password"
          />
        ) : (
          <Suspense>
            <CodePart form={form} />
          </Suspense>
        )}
      </FormShell>
      {others}
      <AuthFoot>
        {t('si.new')}{' '}
        <Link href={registerHref} onClick={() => onRegister(form.value('account'))}>
          {t('si.create')}
        </Link>
      </AuthFoot>
    </Stack>
  );
}

/** Keeps the identifier across a reload, and across registration and back; at first it is the one that an app expects. */
function useKeptIdentifier(form: AppForm<SignInValues>, hint: string): void {
  const account = useFieldValue(form, 'account');
  const isRestored = useRef(false);
  const restore = useEffectEvent((kept: string) => {
    if (form.value('account') === '' && kept !== '') form.set('account', kept);
  });
  useEffect(() => {
    if (isRestored.current) keepIdentifier(account);
    isRestored.current = true;
  }, [account]);
  // A name that is known later than the page is filled in as long as nothing is typed.
  useEffect(() => restore(readKeptIdentifier() || hint), [hint]);
}

/** True if a well-formed phone, email or username belongs to no account (spec 5). */
async function isUnknownAccount(account: string, signal: AbortSignal): Promise<boolean> {
  switch (accountKind(account)) {
    case 'phone':
      return !(await call(checksEndpoints.checkPhone, { body: { phone: account }, signal }));
    case 'email':
      return !(await call(checksEndpoints.checkEmail, { body: { email: account }, signal }));
    case 'username':
      return !(await call(checksEndpoints.checkUsername, { body: { username: account }, signal }));
  }
}

/** Next to 'Your phone number is not registered' and similar: the link to registration. */
function UnknownLink<V>({ form, name, href, onLeave }: WayOutProps<V>): ReactNode {
  const t = useT();
  const { rule, value } = useShownRule(form, name);
  if (rule !== 'not_exists') return null;
  return (
    <Link variant="inline" href={href} onClick={() => onLeave(value)}>
      {t('si.create')}
    </Link>
  );
}
