import { useState, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { socialAccountsEndpoints } from '#contract/account/social-accounts/social-accounts.ts';
import { smsCodeRules } from '#contract/rules/code.ts';
import { phoneRules } from '#contract/rules/phone.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { callbackPath, type Platform } from '#contract/vocabulary/platforms.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { keepShownLanguage } from '#web/lib/texts/language.ts';
import { navigate } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AgreementDialog, AgreementField, askForAgreementAgain } from '#web/widgets/agreements/agreement-field.tsx';
import { agreementVersions } from '#web/widgets/agreements/agreement-versions.ts';
import { useCaptcha } from '#web/widgets/captcha/captcha.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { PhoneField } from '#web/widgets/contacts/phone-field.tsx';
import { TakenLink } from '#web/widgets/contacts/taken-link.tsx';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import css from './arrival-card.module.css';
import type { PendingPerson } from './arrival.ts';
import { beginJourney, endJourney, journeyTo } from './journey.ts';
import { PersonStrip } from './person-strip.tsx';

interface NewPersonValues {
  readonly phone: string;
  readonly code: string;
  readonly agreed: boolean;
}

interface NewPersonFormProps {
  readonly platform: Platform;
  readonly person: PendingPerson;
}

/** A phone is a Mainland China number, and so is the region of a registration with one. */
const region = 'CN';

/** An unknown person creates an account with a phone (brief 4.2), or signs in to an existing one. */
export function NewPersonForm({ platform, person }: NewPersonFormProps): ReactNode {
  const t = useT();
  const captcha = useCaptcha('register');
  const [isAsking, setAsking] = useState(false);
  const phoneFree = useUniqueness(remoteRules.phoneFree);

  const form: AppForm<NewPersonValues> = useAppForm<NewPersonValues>({
    defaults: { phone: '', code: '', agreed: false },
    rules: {
      phone: { rules: phoneRules, normalize: clean.phone, remote: phoneFree },
      code: { rules: smsCodeRules, normalize: clean.code, as: 'smsCode' },
    },
    aliases: { valid_code: 'code' },
    onSubmit: async ({ phone, code, agreed }) => {
      if (!agreed) {
        setAsking(true);
        return;
      }
      const agreements = [...(await agreementVersions(region))];
      await keepShownLanguage();
      const body = { platform, platform_key: person.key, phone, valid_code: code, agreements };
      const registered = await captcha.proveIfAsked((validate) =>
        call(socialAccountsEndpoints.registerByPlatform, { body: validate === undefined ? body : { ...body, validate } }),
      );
      if (registered === undefined) return;
      endJourney();
      navigate(resultPage(registered.continue), { replace: true });
    },
    onRefusal: (error) => askForAgreementAgain(form, 'agreed', error),
  });

  const names = { platform: t(`social.${platform}`) };
  const signInPath = `/login?${new URLSearchParams({ redirect: callbackPath(platform) })}`;
  const keepForSigningIn = (): void => beginJourney({ ...journeyTo(platform), purpose: 'link' });
  return (
    <AuthCard title={t('so.new.h')} lead={t('so.new.b', names)}>
      <Stack>
        <PersonStrip platform={platform} name={person.name} />
        <FormShell form={form} submitLabel={t('rg.btn')}>
          <PhoneField
            form={form}
            name="phone"
            aside={<TakenLink form={form} name="phone" href={signInPath} onLeave={keepForSigningIn} />}
          />
          <CodeField form={form} name="code" target="phone" purpose="register" />
          <AgreementField form={form} name="agreed" />
        </FormShell>
        {person.mayFreeze === true && (
          <p className={css['under']}>
            {t('so.was')} <Link href="/freeze">{t('so.freeze')}</Link>
          </p>
        )}
        <div className={css['under']}>
          <p>{t('rg.have')}</p>
          <Button
            size="lg"
            block
            onClick={() => {
              keepForSigningIn();
              navigate(signInPath);
            }}
          >
            {t('so.signIn', names)}
          </Button>
        </div>
      </Stack>
      <AgreementDialog form={form} name="agreed" open={isAsking} onClose={() => setAsking(false)} />
    </AuthCard>
  );
}

/** The result leads to the path that the person wanted. */
function resultPage(next: string): string {
  const page = '/register/result-center/bind-succeeded';
  return next === '/' ? page : `${page}?${new URLSearchParams({ redirect: next })}`;
}
