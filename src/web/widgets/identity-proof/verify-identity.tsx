import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import type { ProofMethod } from '#contract/vocabulary/identity-proof.ts';
import { useT } from '#web/lib/i18n.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { Row, Rows, Tile } from '#web/ui/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { methodRegistry } from './method-registry.tsx';
import { SupportLine } from './support-line.tsx';
import { hasLiveProof, methodsOf, type AvailableMethod, type ProofNeed } from './proof-method.ts';
import css from './identity-proof.module.css';

interface VerifyIdentityProps extends ProofNeed {
  readonly onVerified: () => void;
  /** Instead of leaving the flow that this is a step of. */
  readonly onCancel?: (() => void) | undefined;
}

/**
 * Steps of a flow that prove who is there (brief 4.5): the choice of a method, where there are several, then its code or password. A proof
 * that is alive when they begin is enough: the action that it does not suit asks again (see `withProof`).
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

/** The same with methods that are known already. */
export function VerifyWith({ methods, action, target, onVerified, onCancel }: VerifyWithProps): ReactNode {
  const [chosen, setChosen] = useState<ProofMethod>();
  const only = methods.length === 1 ? methods[0] : undefined;
  const method = only ?? methods.find((each) => each.method === chosen);
  if (method === undefined) return <MethodChoice key="choice" methods={methods} onChoose={setChosen} onCancel={onCancel} />;
  return methodRegistry[method.method].panel({
    masked: method.target,
    need: { action, target },
    onVerified,
    onCancel,
    onOther: only === undefined ? () => setChosen(undefined) : undefined,
  });
}

interface MethodChoiceProps {
  readonly methods: readonly AvailableMethod[];
  readonly onChoose: (method: ProofMethod) => void;
  readonly onCancel: (() => void) | undefined;
}

function MethodChoice({ methods, onChoose, onCancel }: MethodChoiceProps): ReactNode {
  const t = useT();
  return (
    <FlowStep title={t('vf.h')} lead={t(methods.length === 0 ? 'vf.noMethod' : 'vf.sub')} onCancel={onCancel} footer={<SupportLine />}>
      <div className={css['methods']}>
        <Rows>
          {methods.map(({ method, target }) => (
            <Row
              key={method}
              lead={<Tile icon={methodRegistry[method].icon} />}
              title={methodRegistry[method].label(target)}
              onClick={() => onChoose(method)}
            />
          ))}
        </Rows>
      </div>
    </FlowStep>
  );
}
