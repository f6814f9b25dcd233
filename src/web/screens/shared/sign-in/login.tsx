import { lazy, startTransition, Suspense, useEffect, useState, type ReactNode } from 'react';
import { PasskeySignIn } from '#web/features/sign-in/passkeys/passkey-sign-in.tsx';
import { PlatformButtons } from '#web/features/account/social-accounts/platform-buttons.tsx';
import { keepRegistrationIdentifier } from '#web/features/account/registration/registration-draft.ts';
import { SignInForm } from '#web/features/sign-in/sign-in/sign-in-form.tsx';
import { appConfig } from '#web/lib/page/app-config.ts';
import { isDesktopWindow } from '#web/lib/page/desktop-window.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { loadTexts } from '#web/lib/load-texts.ts';
import { persist } from '#web/lib/person/persist.ts';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { forgetSecondStep, keptSecondStep, type SecondStep } from '#web/widgets/sign-in/second-step.ts';
import { arrivedByExpiry } from '#web/lib/person/session.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { AuthCard, AuthFoot } from '#web/ui/layout/auth-card.tsx';
import { qrCode } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './login.module.css';
import { SignInLead } from '../parts/sign-in-lead.tsx';
import { askedLevel, askingClient, leavePath, pageQuery, withQuery } from '../page-query.ts';

async function loadSecondStep() {
  const [{ SecondStepForm }] = await Promise.all([
    import('#web/features/sign-in/sign-in/second-step-form.tsx'),
    loadTexts(['second-step']),
  ]);
  return { default: SecondStepForm };
}
const SecondStepPart = lazy(loadSecondStep);

// The form needs no part of it.
const QrPart = lazy(() =>
  persist(async () => {
    const [{ QrPanel }] = await Promise.all([import('#web/features/sign-in/qr/qr-panel.tsx'), loadTexts(['qr-panel'])]);
    return { default: QrPanel };
  }),
);

function toGoal(next: string): void {
  navigate(next, { replace: true });
}

/** /login (spec 2): password or code, for some accounts a second code, and the way to registration. */
export function LoginScreen(): ReactNode {
  const t = useT();
  const query = useQuery();
  const isExpired = arrivedByExpiry(query.toString());
  // From a withdrawn deletion that signed nobody in.
  const isKept = query.get('kept') === '1';
  const isFrozen = query.get('frozen') === '1';
  // On the screen of a desktop that may have no keyboard yet the phone comes first.
  const [isScanning, setScanning] = useState(isDesktopWindow);
  const [second, setSecond] = useState<SecondStep | undefined>(keptSecondStep);
  useEffect(forgetSecondStep, []);
  const [present, setPresent] = useState('');
  const [back, setBack] = useState<'chosen' | 'over'>();
  const toSecondStep = async (step: SecondStep): Promise<void> => {
    // The form stays busy until the next one is there. One that does not come is an error of the page.
    await loadSecondStep().catch(() => undefined);
    startTransition(() => setSecond(step));
  };
  if (second !== undefined) {
    const leave = (why: 'chosen' | 'over') => () => {
      setSecond(undefined);
      setBack(why);
    };
    return (
      <AuthCard>
        <Suspense>
          <SecondStepPart second={second} query={pageQuery(query)} onBack={leave('chosen')} onOver={leave('over')} />
        </Suspense>
      </AuthCard>
    );
  }
  const said = back === 'over' ? 'ts.expired' : isKept ? 'si.kept' : isFrozen ? 'si.frozen' : isExpired ? 'msg.expired' : undefined;
  const asked = askedLevel(query) ?? '1';
  const client = askingClient(query);
  const passkeys = appConfig().features.passkeys && <PasskeySignIn query={pageQuery(query)} />;
  const needsPasskey = asked.startsWith('phr');
  return (
    <AuthCard
      title={t('si.h')}
      {...(!isScanning && { corner: <IconButton icon={qrCode} label={t('si.scan')} onClick={() => setScanning(true)} /> })}
      {...(client !== undefined &&
        said === undefined && {
          lead: (
            <SignInLead
              clientID={client}
              back={leavePath(query)}
              asksMore={asked !== '1'}
              onAgain={query.get('prompt') === 'login' ? setPresent : undefined}
            />
          ),
        })}
    >
      {needsPasskey && <div className={css['notice']}>{passkeys}</div>}
      {said !== undefined && <Arrival said={said} />}
      {isScanning ? (
        <Scan
          onSecondStep={toSecondStep}
          onPassword={() => setScanning(false)}
          onNoCamera={() => {
            setScanning(false);
            setBack('chosen');
          }}
        />
      ) : (
        <SignInForm
          hint={(query.get('login_hint') ?? present).slice(0, 254)}
          query={pageQuery(query)}
          registerHref={withQuery('/register', query)}
          onRegister={keepRegistrationIdentifier}
          onSecondStep={toSecondStep}
          beginsWithCode={back !== undefined}
          others={<PlatformButtons redirect={query.get('redirect') ?? undefined}>{!needsPasskey && passkeys}</PlatformButtons>}
        />
      )}
      {isDesktopWindow() && <Stolen />}
    </AuthCard>
  );
}

/** Why the person is here again. */
function Arrival({ said }: { readonly said: 'ts.expired' | 'si.kept' | 'si.frozen' | 'msg.expired' }): ReactNode {
  const t = useT();
  const isOver = said === 'ts.expired';
  return (
    <div className={css['notice']} {...(isOver && { role: 'alert' })}>
      <Notice {...(isOver && { tone: 'warning' })}>{t(said)}</Notice>
    </div>
  );
}

/** A window of the desktop has no footer. */
function Stolen(): ReactNode {
  const t = useT();
  return (
    <AuthFoot>
      <Link href="/freeze">{t('head.stolen')}</Link>
    </AuthFoot>
  );
}

interface ScanProps {
  readonly onSecondStep: (second: SecondStep) => Promise<void>;
  readonly onPassword: () => void;
  readonly onNoCamera: () => void;
}

/** The other side of the card: a code for the phone. */
function Scan({ onSecondStep, onPassword, onNoCamera }: ScanProps): ReactNode {
  const t = useT();
  const query = useQuery();
  return (
    <>
      {/* Only the browser draws it, once it knows the query, which names the window. */}
      {(!isDesktopWindow() || query.has('display')) && (
        <Suspense>
          <QrPart purpose="signIn" query={pageQuery(query)} onSignedIn={toGoal} onSecondStep={onSecondStep} onNoCamera={onNoCamera} />
        </Suspense>
      )}
      <AuthFoot>
        <LinkButton onClick={onPassword}>{t('si.usePassword')}</LinkButton>
      </AuthFoot>
    </>
  );
}
