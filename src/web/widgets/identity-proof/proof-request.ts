import type { ReactNode } from 'react';
import type { GivenProof, ProofField } from '#contract/vocabulary/identity-proof.ts';
import type { MessageKey } from '#web/lib/i18n.tsx';
import type { RefusalHandlers } from '#web/lib/refusals.ts';
import { FlowStep, type FlowStepProps } from '#web/ui/flow/flow.tsx';
import type { OwnerCodes } from './owner-codes.ts';

/** What a page does with a proof of identity, and how it asks for one. */
export interface ProofRequest {
  readonly codes: OwnerCodes;
  /** Spends the proof. A refusal of a wrong one empties its field. */
  readonly prove: (given: GivenProof) => Promise<void>;
  /** Takes the other refusals that this page words itself. */
  readonly onRefusal?: RefusalHandlers['onCaller'];
  readonly manner: ProofManner;
}

/** How a page asks for a proof. */
export interface ProofManner {
  readonly Step: <V>(props: ProofStepProps<V>) => ReactNode;
  /** The line of context, by what is asked for; without one it is the line of a flow. */
  readonly leads: Readonly<Partial<Record<ProofField, MessageKey>>>;
  /**
   * For an action that cannot be taken back: the first method is asked for at once and the others in turn, only the button sends what was
   * given, and an accepted proof leaves its field.
   */
  readonly isDeliberate: boolean;
}

export interface ProofStepProps<V> extends FlowStepProps<V> {
  /** Enough is given to send it. */
  readonly isComplete: boolean;
}

/** What the panel of a method gets. */
export interface PanelProps {
  readonly request: ProofRequest;
  /** Where a code goes, masked by the server. */
  readonly masked: string;
  /** Instead of leaving the flow that this is a step of. */
  readonly onCancel: (() => void) | undefined;
  /** Absent where this is the only method. */
  readonly onOther: (() => void) | undefined;
}

/** As a step of a flow: the person chooses among several methods, and the last digit sends a code. */
export const inFlow: ProofManner = { Step: FlowStep, leads: {}, isDeliberate: false };
