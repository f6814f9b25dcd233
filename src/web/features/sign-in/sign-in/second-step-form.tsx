import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { shownMask } from '#contract/masks.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { aborted, isRefusal, type RefusalError } from '#web/lib/api/refusal-error.ts';
import { FlowPage, FlowStep, type FlowStepProps } from '#web/ui/flow/flow.tsx';
import { Tick } from '#web/ui/form/fields/tick.tsx';
import { AuthFoot } from '#web/ui/layout/auth-card.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { deadlineKey, forgetDeadline, keepDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { Confirm } from '#web/widgets/identity-proof/confirm.tsx';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';
import { beginRecoveryOf, goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { canUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import type { SecondStep } from '#web/widgets/sign-in/second-step.ts';
import { keepIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
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
  /** The days for which the browser may be trusted; 0 where it may not. */
  readonly trustDays: number;
  readonly trust: boolean;
  readonly setTrust: (trust: boolean) => void;
  readonly waitUntil: number | undefined;
  readonly onBack: () => void;
}

const AroundContext = createContext<Around>({
  trustDays: 0,
  trust: false,
  setTrust: () => undefined,
  waitUntil: undefined,
  onBack: () => undefined,
});

/** The line that says why there is a second step; none where it is routine. */
const leads = { protected: undefined, risky: 'ts.risky', far: 'ts.risky', dormant: 'si.second' } as const;

/** The second step of a sign-in (contract 5). */
export function SecondStepForm({ second, query, onBack, onOver }: SecondStepFormProps): ReactNode {
  const t = useT();
  const [waitUntil, setWaitUntil] = useState<number>();
  const [trust, setTrust] = useState(false);
  const isProtected = second.because === 'protected';
  const trustDays = isProtected ? appConfig().limits.trustDays : 0;
  const around = useMemo(() => ({ trustDays, trust, setTrust, waitUntil, onBack }), [trustDays, trust, waitUntil, onBack]);
  const needsPasskey = query.acr?.startsWith('phr') === true && canUsePasskeys() && second.methods.some(isPasskey);
  const methods = second.methods.filter((one) => (isPasskey(one) ? canUsePasskeys() : !needsPasskey));
  const lead = leads[second.because];
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
        <Confirm
          methods={methods}
          lead={lead && t(lead)}
          codes={{
            scene: 'login',
            withoutCaptcha: true,
            send: (channel) => () => sendSecondCode(second, channel),
          }}
          beginPasskey={() => beginSecondPasskey(second)}
          Frame={Step}
          {...(isProtected && {
            last: (
              <p>
                <LinkButton onClick={() => beginRecoveryOf(second.ticket)}>{t('ts.none')}</LinkButton>
              </p>
            ),
          })}
          prove={async (given) => {
            setWaitUntil(undefined);
            try {
              const next = await finishSignIn(second, { given, trust: trust && isProtected, query });
              for (const { target } of second.methods) forgetDeadline(deadlineKey('login', shownMask(target)));
              keepIdentifier('');
              navigate(next, { replace: true });
            } catch (error) {
              const isOwn = isRefusal(error, 'tokenError', 'deletionPending', 'tooFrequent') && takeRefusal(error);
              throw isOwn ? aborted() : error;
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

function Step<V>({ children, ...props }: FlowStepProps<V>): ReactNode {
  const t = useT();
  const { trustDays, trust, setTrust, waitUntil, onBack } = useContext(AroundContext);
  return (
    <FlowStep
      {...props}
      submitLabel={t('si.btn')}
      footer={
        <AuthFoot>
          <LinkButton onClick={onBack}>{t('si.again')}</LinkButton>
        </AuthFoot>
      }
    >
      {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
      {children}
      {trustDays > 0 && (
        <Tick ticked={trust} onChange={setTrust} note={t('ts.trustNote')}>
          {t('ts.trust', { n: trustDays })}
        </Tick>
      )}
    </FlowStep>
  );
}
