import type { Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';

/** An owner whom a platform has proven, on the way to a sign-in. */
export interface SocialProof {
  readonly account: Account;
  readonly event: 'sign-in.social';
  /** Where the person continues. */
  readonly goal: string;
  /** How strong a sign-in the app asks for that sent the person. */
  readonly asked: Acr | undefined;
  /** Uses up the proof, in the transaction of the sign-in. */
  readonly settle: () => Promise<void>;
}
