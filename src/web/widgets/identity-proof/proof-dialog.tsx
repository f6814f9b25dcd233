import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useContactPath } from '#web/lib/page/router.ts';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import { FlowDialog } from '#web/ui/flow/flow.tsx';
import type { AvailableMethod, ProofNeed } from './proof-method.ts';
import { VerifyWith } from './verify-identity.tsx';

let root: Root | undefined;

whenPersonGoes(() => root?.render(null));

/** Asks for a proof over the page. False when the person canceled, left the page, or chose to wait. */
export function askForProof(need: ProofNeed, asked: AskedProof): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<ProofDialog key={Date.now()} need={need} {...asked} onEnd={resolve} />);
  return promise;
}

interface AskedProof {
  readonly methods: readonly AvailableMethod[];
  /** Which of two confirmations it is; undefined where one is enough. */
  readonly count: 1 | 2 | undefined;
  /** The hours of a wait instead; undefined where there is none. */
  readonly hours: number | undefined;
}

interface ProofDialogProps extends AskedProof {
  readonly need: ProofNeed;
  readonly onEnd: (verified: boolean) => void;
}

function ProofDialog({ need, methods, count, hours, onEnd }: ProofDialogProps): ReactNode {
  const t = useT();
  const [open, setOpen] = useState(true);
  const path = useContactPath();
  const openedAt = useRef(path);
  const end = (verified: boolean): void => {
    setOpen(false);
    onEnd(verified);
  };
  const leave = useEffectEvent(() => end(false));
  useEffect(() => {
    if (path !== openedAt.current) leave();
  }, [path]);
  return (
    <FlowDialog open={open} onClose={() => end(false)}>
      <VerifyWith
        {...need}
        methods={methods}
        what={need.action && t('vf.what', { action: t(`vf.to.${need.action}`) })}
        count={count}
        slowly={hours === undefined ? undefined : { hours, onOpened: () => end(false) }}
        onVerified={() => end(true)}
      />
    </FlowDialog>
  );
}
