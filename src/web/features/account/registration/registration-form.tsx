import { useEffect, useEffectEvent, useId, useState, type ReactNode, useRef } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { emailCodeRules, smsCodeRules } from '#contract/rules/code.ts';
import { emailRules } from '#contract/rules/email.ts';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import { phoneRules } from '#contract/rules/phone.ts';
import type { Region, RegionOrNone } from '#contract/vocabulary/regions.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { keepShownLanguage } from '#web/lib/texts/language.ts';
import { navigate } from '#web/lib/page/router.ts';
import { AuthFoot } from '#web/ui/layout/auth-card.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AgreementDialog, AgreementField, askForAgreementAgain } from '#web/widgets/agreements/agreement-field.tsx';
import { agreementVersions } from '#web/widgets/agreements/agreement-versions.ts';
import { useCaptcha } from '#web/widgets/captcha/captcha.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';
import { RegionField } from '#web/widgets/profile/region-field.tsx';
import { PhoneField } from '#web/widgets/contacts/phone-field.tsx';
import { TakenLink } from '#web/widgets/contacts/taken-link.tsx';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import { pageAfterRegistration, register, type PageQuery } from './register.ts';
import { forgetRegistrationDraft, type RegistrationKind, keepRegistrationDraft, readRegistrationDraft } from './registration-draft.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { proposedRegion } from '#web/widgets/profile/proposed-region.ts';

interface RegistrationFormProps {
  readonly query: PageQuery;
  /** The sign-in page, for people with an account. */
  readonly signInHref: string;
  /** Passes the typed identifier to sign-in. */
  readonly onSignIn: (identifier: string) => void;
  /** The question that a registration in this region asks first; undefined where it asks none. */
  readonly askAge?: (region: Region, onDone: () => void) => ReactNode;
}

/** Registration by phone or email (spec 1 and 5, contract 5). A refusal keeps all typed values. */
export function RegistrationForm({ query, signInHref, onSignIn, askAge }: RegistrationFormProps): ReactNode {
  const t = useT();
  const panel = useId();
  const captcha = useCaptcha('register');
  const [chosen, setChosen] = useState<RegistrationKind>();
  const [isRegionOpen, setRegionOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const phoneFree = useUniqueness(remoteRules.phoneFree);
  const emailFree = useUniqueness(remoteRules.emailFree);

  const form: AppForm<RegistrationValues> = useAppForm<RegistrationValues>({
    defaults: { region: 'CN', phone: '', code: '', email: '', emailCode: '', password: '', confirm: '', agreed: false },
    rules: {
      phone: { rules: phoneRules, normalize: clean.phone, remote: phoneFree },
      code: { rules: smsCodeRules, normalize: clean.code, as: 'smsCode' },
      email: { rules: emailRules, normalize: clean.email, remote: emailFree },
      emailCode: { rules: emailCodeRules, normalize: clean.code },
      password: { rules: newPasswordRules, as: 'newPassword' },
      confirm: { rules: confirmRules },
    },
    onSubmit: async (values) => {
      if (!values.agreed) {
        setAsking(true);
        return;
      }
      const agreements = await agreementVersions(values.region);
      const { region, password } = values;
      const proven =
        kind === 'phone'
          ? { target: { phone: values.phone }, code: values.code }
          : { target: { email: values.email }, code: values.emailCode };
      const next = await captcha.prove(async (validate) => {
        await keepShownLanguage();
        return register({ ...proven, region, password, agreements, validate }, query);
      });
      if (next === undefined) return;
      forgetRegistrationDraft();
      navigate(pageAfterRegistration(next), { replace: true });
    },
    onRefusal: (error) => askForAgreementAgain(form, 'agreed', error),
  });

  const region = useFieldValue(form, 'region');
  // Only numbers of Mainland China are supported, so other regions begin with the email.
  const kind = chosen ?? (region === 'DE' ? 'email' : 'phone');
  useDraft({ form, chosen, choose: setChosen });

  const isPhone = kind === 'phone';
  const contact = useFieldValue(form, kind);
  const numbersTip = region === 'DE' ? t('rg.numbers') : undefined;
  const age = isAnswered ? undefined : askAge?.(region === 'DE' ? 'DE' : 'CN', () => setAnswered(true));
  if (age !== undefined && age !== null) return <Stack>{age}</Stack>;
  const takenLink = { form, href: signInHref, onLeave: onSignIn };
  return (
    <Stack>
      <Segmented
        label={t('title.signUp')}
        options={[
          { value: 'phone', label: t('rg.tab.phone') },
          { value: 'email', label: t('rg.tab.email') },
        ]}
        value={kind}
        onChange={setChosen}
        panel={panel}
      />
      <div id={panel} role="tabpanel" aria-label={t(`rg.tab.${kind}`)}>
        <FormShell form={form} submitLabel={t('rg.btn')}>
          {isRegionOpen && <OpenRegion form={form} />}
          {isPhone && <PhoneField form={form} name="phone" tip={numbersTip} tipStays aside={<TakenLink {...takenLink} name="phone" />} />}
          {isPhone && <CodeField form={form} name="code" target="phone" purpose="register" />}
          {!isPhone && <EmailField form={form} name="email" aside={<TakenLink {...takenLink} name="email" />} />}
          {!isPhone && <CodeField form={form} name="emailCode" target="email" purpose="register" region={region} />}
          <NewPasswordPair form={form} name="password" username={contact} />
          <AgreementField form={form} name="agreed" />
        </FormShell>
      </div>
      <AuthFoot>
        {!isRegionOpen && <RegionLine form={form} onChange={() => setRegionOpen(true)} />}
        {t('rg.have')}{' '}
        <Link href={signInHref} onClick={() => onSignIn(form.value(kind))}>
          {t('si.btn')}
        </Link>
      </AuthFoot>
      <AgreementDialog form={form} name="agreed" open={isAsking} onClose={() => setAsking(false)} />
    </Stack>
  );
}

/** The field that takes the place of the words gets the focus. */
function OpenRegion({ form }: { readonly form: AppForm<RegistrationValues> }): ReactNode {
  const arrive = useEffectEvent(() => form.focus('region'));
  useEffect(() => arrive(), []);
  return <RegionField form={form} name="region" />;
}

interface RegionLineProps {
  readonly form: AppForm<RegistrationValues>;
  readonly onChange: () => void;
}

/** The region as words, because it is right for most people; "Change" brings the field. */
function RegionLine({ form, onChange }: RegionLineProps): ReactNode {
  const t = useT();
  const region = useFieldValue(form, 'region');
  return (
    <>
      {t(region === 'DE' ? 'region.DE.short' : 'region.CN')}{' '}
      <LinkButton label={t('rg.changeRegion')} onClick={onChange}>
        {t('rg.change')}
      </LinkButton>
      {' · '}
    </>
  );
}

interface Draft {
  readonly form: AppForm<RegistrationValues>;
  /** Undefined until the person has chosen. */
  readonly chosen: RegistrationKind | undefined;
  readonly choose: (kind: RegistrationKind) => void;
}

/**
 * Restores the kept draft or proposes the region of the request, then keeps every change. Only effects use storage, so
 * that the browser hydrates exactly the server's HTML.
 */
function useDraft({ form, chosen, choose }: Draft): void {
  const region = useFieldValue(form, 'region');
  const phone = useFieldValue(form, 'phone');
  const email = useFieldValue(form, 'email');
  const isRestored = useRef(false);

  useEffect(() => {
    if (isRestored.current) keepRegistrationDraft({ kind: chosen ?? '', region, phone, email });
  }, [chosen, region, phone, email]);

  useEffect(() => {
    const kept = readRegistrationDraft();
    if (kept.kind !== '') choose(kept.kind);
    if (kept.phone !== '') form.set('phone', kept.phone);
    if (kept.email !== '') form.set('email', kept.email);
    isRestored.current = true;
    if (kept.region !== '') {
      form.set('region', kept.region);
      return undefined;
    }
    const controller = new AbortController();
    void proposeRegion(form, controller.signal);
    return () => controller.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- once: later values are the person's
  }, []);
}

/** Sets the proposed region; without one the default stays. */
async function proposeRegion(form: AppForm<RegistrationValues>, signal: AbortSignal): Promise<void> {
  const before = form.value('region');
  const region = await proposedRegion(signal);
  if (region === undefined || form.value('region') !== before) return;
  if (form.value('phone') === '' && form.value('email') === '') form.set('region', region);
}

/** The fields of the registration form. */
interface RegistrationValues {
  readonly region: RegionOrNone;
  readonly phone: string;
  readonly code: string;
  readonly email: string;
  readonly emailCode: string;
  readonly password: string;
  readonly confirm: string;
  readonly agreed: boolean;
}
