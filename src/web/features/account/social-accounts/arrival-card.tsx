import { useEffect, useRef, useState, type ReactNode } from 'react';
import { platforms, type Platform, callbackPath } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useParams } from '#web/lib/page/router.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/mark.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { arrive, takeAnswer, type Arrival, type PendingPerson, bind, goalOf } from './arrival.ts';
import { useDeparture } from './departure.ts';
import { journeyTo, beginJourney, endJourney } from './journey.ts';
import { clean } from '#contract/rules/clean.ts';
import { socialAccountsEndpoints } from '#contract/account/social-accounts/social-accounts.ts';
import { smsCodeRules } from '#contract/rules/code.ts';
import { phoneRules } from '#contract/rules/phone.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { call } from '#web/lib/api/api.ts';
import { keepShownLanguage } from '#web/lib/texts/language.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AgreementDialog, AgreementField, askForAgreementAgain } from '#web/widgets/agreements/agreement-field.tsx';
import { agreementVersions } from '#web/widgets/agreements/agreement-versions.ts';
import { useCaptcha } from '#web/widgets/captcha/captcha.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { PhoneField } from '#web/widgets/contacts/phone-field.tsx';
import { TakenLink } from '#web/widgets/contacts/taken-link.tsx';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { PlatformTile } from '#web/widgets/social/platform-tile.tsx';
import css from './arrival-card.module.css';

/**
 * /oauth/callback/{platform}, the page that platforms redirect to (ADR 24): completes the purpose of the journey, or asks how to proceed with an
 * unknown person.
 */
export function ArrivalCard(): ReactNode {
  const named = useParams()['platform'];
  const platform = platforms.find((known) => known === named);
  return platform === undefined ? null : <Arriving platform={platform} />;
}

function Arriving({ platform }: { readonly platform: Platform }): ReactNode {
  const t = useT();
  const arrival = useArrival(platform);
  // The new content replaced the waiting state: screen readers start at its heading.
  useEffect(() => {
    if (arrival !== undefined && arrival.kind !== 'leads') document.querySelector<HTMLElement>('h1')?.focus();
  }, [arrival]);

  if (arrival?.kind === 'unknown') return <NewPersonForm platform={platform} person={arrival.person} />;
  if (arrival?.kind === 'suggested') return <LinkQuestion platform={platform} person={arrival.person} account={arrival.account} />;
  if (arrival?.kind === 'failed') return <Failure platform={platform} text={arrival.text} />;
  return (
    <AuthCard title={t('so.working', { platform: t(`social.${platform}`) })}>
      <Skeleton />
    </AuthCard>
  );
}

/** The answer is valid once: effects that run twice must not send it twice. */
function useArrival(platform: Platform): Arrival | undefined {
  const [arrival, setArrival] = useState<Arrival>();
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const finish = async (): Promise<void> => {
      const found = await arrive(platform, takeAnswer(platform));
      if (found.kind === 'leads') navigate(found.to, { replace: true });
      setArrival(found);
    };
    void finish();
  }, [platform]);
  return arrival;
}

/** The reason of the failure, and two options: try again, or go back to the page before. */
function Failure({ platform, text }: { readonly platform: Platform; readonly text: string }): ReactNode {
  const t = useT();
  const { leaving, toSignIn } = useDeparture();
  const [{ from, redirect }] = useState(() => journeyTo(platform));
  return (
    <AuthCard
      title={t('so.fail.h', { platform: t(`social.${platform}`) })}
      lead={text}
      mark={<Mark seed={29} size="m" tone="warning" icon={triangleExclamationPoint} />}
    >
      <div className={css['actions']}>
        <Button variant="primary" size="lg" block busy={leaving !== undefined} onClick={() => toSignIn(platform, { from, redirect })}>
          {t('sys.retry')}
        </Button>
        <ButtonLink variant="text" size="lg" block href={from} replace>
          {t('so.fail.other')}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}

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
function NewPersonForm({ platform, person }: NewPersonFormProps): ReactNode {
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

interface LinkQuestionProps {
  readonly platform: Platform;
  readonly person: PendingPerson;
  /** The nickname of the signed-in account. */
  readonly account: string;
}

/** Asks after an ordinary sign-in whether to bind the platform's person. Nothing is bound without this question. */
function LinkQuestion({ platform, person, account }: LinkQuestionProps): ReactNode {
  const t = useT();
  const [busy, act] = useAct();
  const names = { platform: t(`social.${platform}`), account };

  function leave(): void {
    const goal = goalOf(journeyTo(platform));
    endJourney();
    navigate(goal, { replace: true });
  }

  const link = (): Promise<void> =>
    act(async () => {
      if (await bind(platform, { platform_key: person.key })) leave();
    });

  return (
    <AuthCard
      title={t('so.link.h', names)}
      lead={
        <>
          {t('so.link.b', names)}
          <WhatEnds action="bindSocial" />
        </>
      }
    >
      <Stack>
        <PersonStrip platform={platform} name={person.name} />
        <div className={css['actions']}>
          <Button variant="primary" size="lg" block busy={busy} onClick={() => void link()}>
            {t('so.link.btn')}
          </Button>
          <Button variant="text" size="lg" block onClick={leave}>
            {t('so.link.later')}
          </Button>
        </div>
      </Stack>
    </AuthCard>
  );
}

/** The person who came back, with the name at the platform. */
function PersonStrip({ platform, name }: { readonly platform: Platform; readonly name: string }): ReactNode {
  const t = useT();
  const platformName = t(`social.${platform}`);
  return (
    <div className={css['person']}>
      <PlatformTile platform={platform} />
      <div className={css['name']}>
        <b>{name === '' ? t('so.new.nameless', { platform: platformName }) : name}</b>
        <span>{platformName}</span>
      </div>
    </div>
  );
}
