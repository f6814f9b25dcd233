import type { SensitiveAction } from '#contract/acts/acts.ts';
import { Fragment, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { methodsThatDo } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import { proofMethods } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { authenticate } from './authenticate.ts';
import { methodRegistry } from './method-registry.tsx';
import { ownPasskey } from './own-passkey.ts';
import { ownerCodes } from './owner-codes.ts';
import { ProveIdentity } from './prove-identity.tsx';
import { WaitInstead, type WaitInsteadProps } from './wait-instead.tsx';
import { hasLiveProof, methodsOfRefusal, type AvailableMethod, type ProofNeed } from './proof-method.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { inFlow, type ProofManner } from './proof-request.ts';

interface VerifyIdentityProps extends ProofNeed {
  readonly onVerified: () => void;
  /** Replaces the default: to leave the flow. */
  readonly onCancel?: (() => void) | undefined;
}

/**
 * Steps of a flow that prove the identity (brief 4.5): the choice among several methods, then the code or the password.
 * A proof that is still valid at the start is enough: an action that needs another one asks again (see `withProof`).
 */
export function VerifyIdentity(props: VerifyIdentityProps): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  if (account === undefined) return <AccountPending title={t('vf.h')} />;
  return <VerifyAccount {...props} account={account} />;
}

function VerifyAccount({ account, ...props }: VerifyIdentityProps & { readonly account: AccountView }): ReactNode {
  const t = useT();
  const [isProven] = useState(() => hasLiveProof(account));
  const goOn = useEffectEvent(() => isProven && props.onVerified());
  useEffect(() => void goOn(), []);
  return isProven ? <AccountPending title={t('vf.h')} /> : <VerifyWith {...props} methods={methodsOf(account, props.action)} />;
}

interface VerifyWithProps extends VerifyIdentityProps {
  readonly methods: readonly AvailableMethod[];
  /** Which of two confirmations it is; undefined where one is enough. */
  readonly count?: 1 | 2 | undefined;
  /** A sentence that says what the proof is for. */
  readonly what?: string | undefined;
  /** A wait, instead of the second confirmation. */
  readonly slowly?: Pick<WaitInsteadProps, 'hours' | 'onOpened'> | undefined;
}

/**
 * The same for methods that are already known. The server may know better: a password that a mailbox has set is as weak
 * as the mailbox for a time. Then the methods that it names replace these.
 */
export function VerifyWith({ methods, count, what, slowly, onVerified, onCancel, ...need }: VerifyWithProps): ReactNode {
  const [enough, setEnough] = useState(methods);
  const [manner] = useState(() => stepOf({ what, count }, slowly && { need, ...slowly }));
  const { action, target } = need;
  return (
    <ProveIdentity
      key={enough.map(({ method }) => method).join()}
      methods={enough}
      codes={ownerCodes('verify')}
      beginPasskey={ownPasskey({ action, target })}
      manner={manner}
      prove={async (given) => {
        try {
          await authenticate(given, { action, target });
        } catch (error) {
          if (!isRefusal(error, 'verificationNeeded')) throw error;
          setEnough(methodsOfRefusal(error));
          notify({ kind: 'warning', text: translate('vf.weaker') });
          return;
        }
        onVerified();
      }}
      onCancel={onCancel}
    />
  );
}

/** What a question says above its own line. */
interface Said {
  readonly what: string | undefined;
  readonly count: 1 | 2 | undefined;
}

/** A question that says what it is for, and which of two confirmations it is. */
function stepOf({ what, count }: Said, slow: WaitInsteadProps | undefined): ProofManner {
  const lines = [what, count && translate('vf.two', { n: count })].filter((line) => line !== undefined);
  if (lines.length === 0) return inFlow;
  return {
    ...inFlow,
    ...(what === undefined ? {} : { isSaid: true }),
    ...(count === 2 ? { noneLead: 'vf.noOther' } : {}),
    Step: ({ lead, footer, ...props }) => (
      <FlowStep
        {...props}
        lead={
          <>
            {lines.map((line) => (
              <Fragment key={line}>
                {line}
                <br />
              </Fragment>
            ))}
            {lead}
          </>
        }
        footer={
          slow === undefined ? (
            footer
          ) : (
            <>
              {footer}
              <WaitInstead {...slow} />
            </>
          )
        }
      />
    ),
  };
}

/** The methods of an account that are strong enough for an action. */
function methodsOf(account: AccountView, action: SensitiveAction | undefined): readonly AvailableMethod[] {
  const has = proofMethods.flatMap((method) => {
    const target = methodRegistry[method].target(account);
    return target === undefined ? [] : [{ method, target }];
  });
  if (action === undefined) return has;
  const enough = methodsThatDo(
    action,
    has.map(({ method }) => method),
  );
  return has.filter(({ method }) => enough.includes(method));
}
