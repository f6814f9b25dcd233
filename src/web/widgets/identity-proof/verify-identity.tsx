import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import { methodsThatDo, proofMethods, type SensitiveAction } from '#contract/vocabulary/identity-proof.ts';
import { useT } from '#web/lib/i18n.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { authenticate } from './authenticate.ts';
import { methodRegistry } from './method-registry.tsx';
import { ownerCodes } from './owner-codes.ts';
import { ProveIdentity } from './prove-identity.tsx';
import { hasLiveProof, type AvailableMethod, type ProofNeed } from './proof-method.ts';
import { inFlow } from './proof-request.ts';

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
}

/** The same for methods that are already known. */
export function VerifyWith({ methods, action, target, onVerified, onCancel }: VerifyWithProps): ReactNode {
  return (
    <ProveIdentity
      methods={methods}
      codes={ownerCodes('verify')}
      manner={inFlow}
      prove={async (given) => {
        await authenticate(given, { action, target });
        onVerified();
      }}
      onCancel={onCancel}
    />
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
