import {
  leavesAs,
  mayEnter,
  mayFreeze,
  mayStop,
  outlasts,
  unkeptIs,
  usualClaimWaits,
  type ClaimWaits,
} from '#server/core/sign-in/ways/decisions.ts';
import { independence, rootsIn } from '#server/core/sign-in/ways/independence.ts';

/** The decisions that the game plays by. A control takes one out. */
export interface Rules {
  readonly independence: typeof independence;
  readonly rootsIn: typeof rootsIn;
  readonly mayEnter: typeof mayEnter;
  readonly mayStop: typeof mayStop;
  readonly mayFreeze: typeof mayFreeze;
  readonly leavesAs: typeof leavesAs;
  readonly unkeptIs: typeof unkeptIs;
  readonly outlasts: typeof outlasts;
  readonly waitsMs: ClaimWaits;
  /** Whether a freeze leaves waits as they are. */
  readonly freezeEndsWaits: boolean;
  /** Whether waits run beside each other; else an account has one. */
  readonly oneWait: boolean;
  /** Whether who was stopped may open another wait. */
  readonly closesStopped: boolean;
  /** Whether a freeze gives back what changed. */
  readonly putsBack: boolean;
  /** Whether an ordinary account opens by a way while it is frozen. */
  readonly closesDoor: boolean;
}

/** Rules of the product. */
export const productRules: Rules = {
  independence,
  rootsIn,
  mayEnter,
  mayStop,
  mayFreeze,
  leavesAs,
  unkeptIs,
  outlasts,
  waitsMs: usualClaimWaits,
  freezeEndsWaits: false,
  oneWait: false,
  closesStopped: false,
  putsBack: false,
  closesDoor: true,
};
