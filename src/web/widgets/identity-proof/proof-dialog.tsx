import { sensitiveActions, type SensitiveAction } from '#contract/acts/acts.ts';
import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { isRecord, type RefusalError } from '#web/lib/api/refusal-error.ts';
import { useUrlPath } from '#web/lib/page/router.ts';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import { FlowDialog } from '#web/ui/flow/flow.tsx';
import { methodsOfRefusal, type ProofNeed } from './proof-method.ts';
import { VerifyWith } from './verify-identity.tsx';

interface Asked {
  readonly need: ProofNeed;
  readonly refusal: RefusalError;
  readonly onVerified: () => Promise<void>;
  readonly onLeave: () => void;
}

let root: Root | undefined;
let number = 0;
/** Ends the wait of the proof that was given last. */
let settle: () => void = () => undefined;

whenPersonGoes(() => root?.render(null));

function show(asked: Asked | undefined): void {
  number += 1;
  // At once: what comes next may be another dialog.
  flushSync(() => root?.render(<ProofDialog asked={asked} number={number} />));
}

/**
 * Asks over the page for the proof that a refusal with 3001 wants. False when the person canceled, left the page, or chose
 * to wait. After a proof the dialog stays, busy, for a second one or until {@link endProof}.
 */
export async function askForProof(need: ProofNeed, refusal: RefusalError): Promise<boolean> {
  settle();
  // The panel before has its answer, and forgets its code, before the next one asks for another.
  await new Promise((resolve) => setTimeout(resolve));
  const { promise, resolve } = Promise.withResolvers<boolean>();
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  // The server knows which act the call is, and not that it is a part of a set-up, which one proof carries.
  const action = need.action === 'enableTwoStep' ? need.action : (actionOfRefusal(refusal) ?? need.action);
  show({
    need: { ...need, action },
    refusal,
    onVerified() {
      const settled = Promise.withResolvers<void>();
      settle = settled.resolve;
      resolve(true);
      return settled.promise;
    },
    onLeave() {
      endProof();
      resolve(false);
    },
  });
  return promise;
}

/** The call has its answer: nothing more is asked for it. */
export function endProof(): void {
  settle();
  show(undefined);
}

/** The act that the refused call is: the server knows whether an app is live, or a device in another network. */
function actionOfRefusal({ data }: RefusalError): SensitiveAction | undefined {
  return sensitiveActions.find((action) => action === data['action']);
}

/** Ways that were shown, where a second one is due. */
function shownOf({ data: { need, have } }: RefusalError): readonly WayKind[] {
  if (!isRecord(need) || need['independent'] !== true || !Array.isArray(have)) return [];
  return have.flatMap((each: unknown) => (Object.keys(wayRows) as WayKind[]).filter((kind) => isRecord(each) && each['family'] === kind));
}

/** The hours after which an act that waits may be done, with what was shown; undefined where it opens none. */
function hoursOfRefusal({ data }: RefusalError): number | undefined {
  const { slow, hours } = data;
  return slow === true && typeof hours === 'number' ? hours : undefined;
}

function ProofDialog({ asked, number: key }: { readonly asked: Asked | undefined; readonly number: number }): ReactNode {
  const path = useUrlPath();
  const openedAt = useRef(path);
  if (asked === undefined) openedAt.current = path;
  const leave = useEffectEvent(() => asked?.onLeave());
  useEffect(() => {
    if (path !== openedAt.current) leave();
  }, [path]);
  return (
    <FlowDialog open={asked !== undefined} onClose={() => asked?.onLeave()}>
      {asked !== undefined && <Question key={key} {...asked} />}
    </FlowDialog>
  );
}

function Question({ need, refusal, onVerified, onLeave }: Asked): ReactNode {
  const hours = hoursOfRefusal(refusal);
  return (
    <VerifyWith
      {...need}
      methods={methodsOfRefusal(refusal)}
      shown={shownOf(refusal)}
      slowly={hours === undefined ? undefined : { hours, onOpened: onLeave }}
      onVerified={onVerified}
    />
  );
}
