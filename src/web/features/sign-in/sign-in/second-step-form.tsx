import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { shownMask } from '#contract/masks.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { isRefusal, type RefusalError } from '#web/lib/api/refusal-error.ts';
import { FlowPage, FlowStep } from '#web/ui/flow/flow.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { deadlineKey, forgetDeadline, keepDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { ProveIdentity } from '#web/widgets/identity-proof/prove-identity.tsx';
import type { ProofManner, ProofStepProps } from '#web/widgets/identity-proof/proof-request.ts';
import { SupportLine } from '#web/widgets/identity-proof/support-line.tsx';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';
import { goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { canUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import type { SecondStep } from '#web/widgets/sign-in/second-step.ts';
import { keepIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import css from './second-step-form.module.css';
import type { PageQuery } from './sign-in.ts';
import { beginSecondPasskey, finishSignIn, sendSecondCode } from './second-step-calls.ts';

interface SecondStepFormProps {
  readonly second: SecondStep;
  readonly query: PageQuery;
  readonly onBack: () => void;
  /** The first step must be repeated. */
  readonly onOver: () => void;
}

interface Around {
  readonly isProtected: boolean;
  readonly isRisky: boolean;
  readonly trust: boolean;
  readonly setTrust: (trust: boolean) => void;
  readonly waitUntil: number | undefined;
  readonly onBack: () => void;
}

const AroundContext = createContext<Around>({
  isProtected: false,
  isRisky: false,
  trust: false,
  setTrust: () => undefined,
  waitUntil: undefined,
  onBack: () => undefined,
});

const usual: ProofManner = { Step, leads: {}, isDeliberate: false };
/** A phone that may have a new holder: the code to the email says why. */
const afterLong: ProofManner = { Step, leads: { code: 'si.second' }, isDeliberate: false };

/** The second step of a sign-in (contract 5), with the strongest method that this browser can do. */
export function SecondStepForm({ second, query, onBack, onOver }: SecondStepFormProps): ReactNode {
  const [waitUntil, setWaitUntil] = useState<number>();
  const [trust, setTrust] = useState(false);
  const isProtected = second.because === 'protected';
  const isRisky = second.because === 'risky';
  const around = useMemo(
    () => ({ isProtected, isRisky, trust, setTrust, waitUntil, onBack }),
    [isProtected, isRisky, trust, waitUntil, onBack],
  );
  const needsPasskey = query.acr?.startsWith('phr') === true && canUsePasskeys() && second.methods.some(isPasskey);
  const methods = second.methods.filter((one) => (isPasskey(one) ? canUsePasskeys() : !needsPasskey));
  useState(() => noteSent(second));

  /** The refusals with texts of this step. */
  function takeRefusal(error: RefusalError): boolean {
    if (error.refusal === 'tokenError') {
      onOver();
      return true;
    }
    if (error.refusal === 'deletionPending') {
      navigate(withdrawalPath(error, query.redirect));
      return true;
    }
    if (error.retryAfter === undefined) return goRecover(error);
    setWaitUntil(Date.now() + error.retryAfter * 1000);
    return true;
  }

  return (
    <FlowPage inCard follows onLeave={onBack}>
      <AroundContext value={around}>
        <ProveIdentity
          methods={methods}
          opensFirst
          codes={{
            scene: 'login',
            withoutCaptcha: true,
            send: (channel) => () => sendSecondCode(second, channel),
          }}
          beginPasskey={() => beginSecondPasskey(second)}
          manner={second.because === 'dormant' ? afterLong : usual}
          onCancel={onBack}
          prove={async (given) => {
            setWaitUntil(undefined);
            try {
              const next = await finishSignIn(second, { given, trust: trust && isProtected, query });
              for (const { target } of second.methods) forgetDeadline(deadlineKey('login', shownMask(target)));
              keepIdentifier('');
              navigate(next, { replace: true });
            } catch (error) {
              const isOwn = isRefusal(error, 'tokenError', 'deletionPending', 'tooFrequent') && takeRefusal(error);
              if (!isOwn) throw error;
            }
          }}
          onRefusal={(error) => takeRefusal(error)}
        />
      </AroundContext>
    </FlowPage>
  );
}

const isPasskey = ({ method }: SecondStep['methods'][number]): boolean => method === 'passkey';

/** The server has sent a code to the email of an account that was unused for long. */
function noteSent({ methods, resendAt }: SecondStep): void {
  const [first] = methods;
  if (first?.method === 'email' && resendAt > Date.now()) keepDeadline(deadlineKey('login', shownMask(first.target)), resendAt);
}

function Step<V>({ children, title, ...props }: ProofStepProps<V>): ReactNode {
  const t = useT();
  const { isProtected, isRisky, trust, setTrust, waitUntil, onBack } = useContext(AroundContext);
  const { trustDays } = appConfig().limits;
  return (
    <FlowStep
      {...props}
      title={isProtected || isRisky ? t('ts.checkT') : title}
      submitLabel={t('si.btn')}
      onCancel={onBack}
      cancelLabel={t('btn.prev')}
      footer={<div className={css['help']}>{isProtected ? <Link href="/register/support">{t('ts.none')}</Link> : <SupportLine />}</div>}
    >
      {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
      {isRisky && <p>{t('ts.risky')}</p>}
      {children}
      {isProtected && trustDays > 0 && (
        <label className={css['trust']}>
          <input type="checkbox" checked={trust} onChange={(event) => setTrust(event.currentTarget.checked)} />
          <span>
            {t('ts.trust', { n: trustDays })} <span className={css['note']}>{t('ts.trustNote')}</span>
          </span>
        </label>
      )}
    </FlowStep>
  );
}
