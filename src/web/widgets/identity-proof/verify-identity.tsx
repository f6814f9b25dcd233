import type { SensitiveAction } from '#contract/acts/acts.ts';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { methodsThatDo } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { proofMethods } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { authenticate } from './authenticate.ts';
import { Confirm } from './confirm.tsx';
import css from './identity-proof.module.css';
import { methodRegistry } from './method-registry.tsx';
import { ownPasskey } from './own-passkey.ts';
import { ownerCodes } from './owner-codes.ts';
import { WaitInstead, type WaitInsteadProps } from './wait-instead.tsx';
import { hasLiveProof, methodsOfRefusal, type AvailableMethod, type ProofNeed } from './proof-method.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check } from '#web/ui/marks/icons.ts';

interface VerifyIdentityProps extends ProofNeed {
  /** A promise holds the step until it is settled. */
  readonly onVerified: () => void | Promise<void>;
  /** Replaces the default: to leave the flow. */
  readonly onCancel?: (() => void) | undefined;
}

/**
 * A step of a flow that proves the identity.
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
  const goOn = useEffectEvent(() => isProven && void props.onVerified());
  useEffect(() => void goOn(), []);
  return isProven ? <AccountPending title={t('vf.h')} /> : <VerifyWith {...props} methods={methodsOf(account, props.action)} />;
}

interface VerifyWithProps extends VerifyIdentityProps {
  readonly methods: readonly AvailableMethod[];
  /** Ways that were shown already, where a second one is needed. */
  readonly shown?: readonly WayKind[];
  /** A wait, instead of the second way. */
  readonly slowly?: Pick<WaitInsteadProps, 'hours' | 'onOpened'> | undefined;
}

/**
 * The same for methods that are already known. The server may know better: a password that a mailbox has set is as weak
 * as the mailbox for a time. Then the methods that it names replace these.
 */
export function VerifyWith({ methods, shown = [], slowly, onVerified, onCancel, ...need }: VerifyWithProps): ReactNode {
  const t = useT();
  const [stronger, setStronger] = useState<readonly AvailableMethod[]>();
  const { action, target, note } = need;
  const lines = [
    action && t('vf.what', { action: t(`vf.to.${action}`) }),
    note,
    stronger && t('vf.weaker'),
    ...shown.map((kind) => <Shown key={kind} kind={kind} />),
  ].filter((line) => line !== undefined);
  return (
    <Confirm
      key={stronger?.map(({ method }) => method).join()}
      title={t(shown.length > 0 ? 'vf.more' : 'vf.h')}
      lead={lines.length > 0 ? lines.map((line, index) => [index > 0 && <br key={index} />, line]) : undefined}
      methods={stronger ?? methods}
      codes={ownerCodes('verify')}
      beginPasskey={ownPasskey({ action, target })}
      Frame={FlowStep}
      prove={async (given) => {
        try {
          await authenticate(given, { action, target });
        } catch (error) {
          if (!isRefusal(error, 'verificationNeeded')) throw error;
          setStronger(methodsOfRefusal(error));
          return;
        }
        await onVerified();
      }}
      onCancel={onCancel}
      {...(slowly && { last: <WaitInstead need={need} {...slowly} /> })}
    />
  );
}

/** A way that was shown, as a line. */
function Shown({ kind }: { readonly kind: WayKind }): ReactNode {
  const t = useT();
  return (
    <span className={css['shown']}>
      <Icon of={check} size={16} /> {t(`way.${kind}`)}
    </span>
  );
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
