import type { ReactNode } from 'react';
import type { GivenProof, ProofField } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import type { RefusalHandlers } from '#web/lib/api/refusals.ts';
import { FlowStep, type FlowStepProps } from '#web/ui/flow/flow.tsx';
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
  readonly manner: ProofManner;
}

/** How a page asks for a proof. */
export interface ProofManner {
  readonly Step: <V>(props: ProofStepProps<V>) => ReactNode;
  /** The line of context for each kind of field; by default the line of a flow. */
  readonly leads: Readonly<Partial<Record<ProofField, MessageKey>>>;
  /** True where the step says what the proof is for: then there is no general line. */
  readonly isSaid?: boolean;
  /** The line where there is no method; by default that the account has none yet. */
  readonly noneLead?: MessageKey;
  /**
   * For an action that cannot be undone: opens the first method at once and the others in turn, sends only by
   * the button, and empties the field after an accepted proof.
   */
  readonly isDeliberate: boolean;
}

export interface ProofStepProps<V> extends FlowStepProps<V> {
  /** The field holds enough to be sent. */
  readonly isComplete: boolean;
}

/** Props of the panel of a method. */
export interface PanelProps {
  readonly request: ProofRequest;
  /** Destination of a code, masked by the server. */
  readonly masked: string;
  /** Replaces the default: to leave the flow. */
  readonly onCancel: (() => void) | undefined;
  /** Absent for the only method. */
  readonly onOther: (() => void) | undefined;
}

/** As a step of a flow: the person chooses among several methods, and the last digit sends the code. */
export const inFlow: ProofManner = { Step: FlowStep, leads: {}, isDeliberate: false };
