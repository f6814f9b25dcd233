import type { ReactNode } from 'react';
import type { GivenProof } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { RefusalHandlers } from '#web/lib/api/refusals.ts';
import type { FlowStepProps } from '#web/ui/flow/flow.tsx';
import type { PasskeyOptions } from './own-passkey.ts';
import type { OwnerCodes } from './owner-codes.ts';

/** How a page asks for an identity proof, and what it does with the proof. */
export interface ProofRequest {
  readonly codes: OwnerCodes;
  /** Options for a passkey that proves the identity for this page's action. */
  readonly beginPasskey: () => Promise<PasskeyOptions>;
  /** Sends the proof. A refusal of a wrong one empties its field. */
  readonly prove: (given: GivenProof) => Promise<void>;
  /** Handles other refusals that have a text of this page. */
  readonly onRefusal?: RefusalHandlers['onCaller'];
  /** Draws the step: a dialog or a page of a flow, or a part of the page. */
  readonly Frame: <V>(props: FlowStepProps<V>) => ReactNode;
}

/** Parts of the frame that are the same for every method. */
export type ProofFrame = Pick<FlowStepProps<unknown>, 'title' | 'lead' | 'onCancel'>;

/** Props of the panel of a method. */
export interface PanelProps {
  readonly request: ProofRequest;
  readonly frame: ProofFrame;
  /** Destination of a code, masked by the server. */
  readonly masked: string;
  /** Below the panel: the other ways. */
  readonly others: ReactNode;
  /** The method fails again and again. */
  readonly onStuck: () => void;
}
