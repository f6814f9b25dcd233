import { sensitiveActions, type SensitiveAction } from '#contract/acts/acts.ts';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { isRecord, type RefusalError } from '#web/lib/api/refusal-error.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useContactPath } from '#web/lib/page/router.ts';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import { FlowDialog } from '#web/ui/flow/flow.tsx';
import { methodsOfRefusal, type ProofNeed } from './proof-method.ts';
import { VerifyWith } from './verify-identity.tsx';

let root: Root | undefined;

whenPersonGoes(() => root?.render(null));

/** Asks over the page for the proof that a refusal with 3001 wants. False when the person canceled, left the page, or chose to wait. */
export function askForProof(need: ProofNeed, refusal: RefusalError): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  // The server knows which act the call is, and not that it is a part of a set-up, which one proof carries.
  const action = need.action === 'enableTwoStep' ? need.action : (actionOfRefusal(refusal) ?? need.action);
  root.render(<ProofDialog key={Date.now()} need={{ ...need, action }} refusal={refusal} onEnd={resolve} />);
  return promise;
}

/** The act that the refused call is: the server knows whether an app is live, or a device in another network. */
function actionOfRefusal({ data }: RefusalError): SensitiveAction | undefined {
  return sensitiveActions.find((action) => action === data['action']);
}

/** Which of two confirmations is due; undefined where one is enough. */
function countOfRefusal({ data }: RefusalError): 1 | 2 | undefined {
  const { need, have } = data;
  if (!isRecord(need) || need['independent'] !== true) return undefined;
  return Array.isArray(have) && have.length > 0 ? 2 : 1;
}

/** The hours after which an act that waits may be done, with what was shown; undefined where it opens none. */
function hoursOfRefusal({ data }: RefusalError): number | undefined {
  const { slow, hours } = data;
  return slow === true && typeof hours === 'number' ? hours : undefined;
}

interface ProofDialogProps {
  readonly need: ProofNeed;
  readonly refusal: RefusalError;
  readonly onEnd: (verified: boolean) => void;
}

function ProofDialog({ need, refusal, onEnd }: ProofDialogProps): ReactNode {
  const t = useT();
  const [open, setOpen] = useState(true);
  const path = useContactPath();
  const openedAt = useRef(path);
  const hours = hoursOfRefusal(refusal);
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
        methods={methodsOfRefusal(refusal)}
        what={need.action && t('vf.what', { action: t(`vf.to.${need.action}`) })}
        count={countOfRefusal(refusal)}
        slowly={hours === undefined ? undefined : { hours, onOpened: () => end(false) }}
        onVerified={() => end(true)}
      />
    </FlowDialog>
  );
}
