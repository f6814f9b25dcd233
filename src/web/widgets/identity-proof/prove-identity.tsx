import { useState, type ReactNode } from 'react';
import type { ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { methodRegistry } from './method-registry.tsx';
import type { AvailableMethod } from './proof-method.ts';
import type { ProofManner, ProofRequest } from './proof-request.ts';
import { SupportLine } from './support-line.tsx';
import css from './identity-proof.module.css';

interface ProveIdentityProps extends ProofRequest {
  readonly methods: readonly AvailableMethod[];
  /** Opens the first method at once; the others are one press away. */
  readonly opensFirst?: boolean;
  /** Replaces the default: to leave the flow. */
  readonly onCancel?: (() => void) | undefined;
}

/** Proves the identity by one of the methods. Every page that needs a proof uses it. */
export function ProveIdentity({ methods, onCancel, opensFirst = false, ...request }: ProveIdentityProps): ReactNode {
  const [chosen, setChosen] = useState<ProofMethod | undefined>(opensFirst ? methods[0]?.method : undefined);
  const inTurn = request.manner.isDeliberate;
  const first = inTurn || methods.length === 1 ? methods[0] : undefined;
  const method = methods.find((each) => each.method === chosen) ?? first;
  if (method === undefined) {
    return <MethodChoice key="choice" manner={request.manner} methods={methods} onChoose={setChosen} onCancel={onCancel} />;
  }
  const next = inTurn ? methods[(methods.indexOf(method) + 1) % methods.length]?.method : undefined;
  return methodRegistry[method.method].panel({
    request,
    masked: method.target,
    onCancel,
    onOther: methods.length > 1 ? () => setChosen(next) : undefined,
  });
}

interface MethodChoiceProps {
  readonly manner: ProofManner;
  readonly methods: readonly AvailableMethod[];
  readonly onChoose: (method: ProofMethod) => void;
  readonly onCancel: (() => void) | undefined;
}

function MethodChoice({ manner, methods, onChoose, onCancel }: MethodChoiceProps): ReactNode {
  const t = useT();
  const isNone = methods.length === 0;
  return (
    <manner.Step
      title={t('vf.h')}
      lead={isNone ? t(manner.noneLead ?? 'vf.noMethod') : manner.isSaid ? undefined : t('vf.sub')}
      isComplete={false}
      onCancel={onCancel}
      footer={<SupportLine />}
    >
      {isNone ? undefined : (
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
      )}
    </manner.Step>
  );
}
