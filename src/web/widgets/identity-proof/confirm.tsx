import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { methodRegistry } from './method-registry.tsx';
import { bestFirst, keepUsed, type AvailableMethod } from './proof-method.ts';
import type { ProofFrame, ProofRequest } from './proof-request.ts';
import { SupportLine } from './support-line.tsx';
import css from './identity-proof.module.css';

interface ConfirmProps extends ProofRequest, Partial<ProofFrame> {
  readonly methods: readonly AvailableMethod[];
  /** Ends the list of the other ways, and stands there if there are none; by default the way to support. */
  readonly last?: ReactNode;
}

/** Confirm it's you: opens with the best method, and lists the others in place. Every page that needs a proof uses it. */
export function Confirm({ methods, title, lead, onCancel, last = <SupportLine />, ...request }: ConfirmProps): ReactNode {
  const t = useT();
  const [chosen, setChosen] = useState<ProofMethod>();
  const [isListed, setListed] = useState(false);
  const [ordered] = useState(() => bestFirst(methods));
  const frame = { title: title ?? t('vf.h'), lead, onCancel };
  const method = ordered.find((each) => each.method === chosen) ?? ordered[0];
  if (method === undefined) {
    return (
      <request.Frame {...frame} lead={lead ?? t('vf.noMethod')}>
        {last}
      </request.Frame>
    );
  }
  const others = ordered.filter((other) => other !== method);
  return methodRegistry[method.method].panel({
    request: {
      ...request,
      prove: async (given) => {
        await request.prove(given);
        keepUsed(given.method);
      },
    },
    frame,
    masked: method.target,
    onStuck: () => setListed(true),
    others:
      others.length > 0 && !isListed ? (
        <p>
          <LinkButton onClick={() => setListed(true)}>{t('vf.other')}</LinkButton>
        </p>
      ) : (
        <OtherWays
          ways={others}
          last={last}
          onChoose={(other) => {
            setListed(false);
            setChosen(other);
          }}
        />
      ),
  });
}

interface OtherWaysProps {
  readonly ways: readonly AvailableMethod[];
  readonly last: ReactNode;
  readonly onChoose: (method: ProofMethod) => void;
}

function OtherWays({ ways, last, onChoose }: OtherWaysProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  // The link that opened the list is gone, and with it the focus.
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div className={css['others']} ref={list}>
      {ways.length > 0 && (
        <Rows inStep>
          {ways.map(({ method, target }) => (
            <Row
              key={method}
              icon={methodRegistry[method].icon}
              title={methodRegistry[method].label(target)}
              onClick={() => onChoose(method)}
            />
          ))}
        </Rows>
      )}
      {last}
    </div>
  );
}
