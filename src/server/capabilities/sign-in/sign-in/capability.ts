import type { Account } from '#server/core/account/accounts/account.ts';
import type { Distance } from '#server/core/sign-in/access/admission.ts';
import type { Capability } from '#server/core/capability.ts';
import type { SocialProof } from '#server/core/account/social-accounts/social-proof.ts';
import type { Core } from '#server/core/core.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { secondStepRoutes, sessionRoutes, signInRoutes } from './sign-in.routes.ts';

export interface SignInCapability extends Capability {
  /** Signs in a person whom a platform has proven to be the owner. */
  readonly completeSocialSignIn: (visit: Visit, proven: SocialProof) => Promise<SignedInAccount>;
  /** Signs in a person who has shown a passkey of the account. */
  readonly completePasskeySignIn: (
    visit: Visit,
    proven: { readonly account: Account; readonly shown: ShownWay; readonly settle: () => Promise<unknown> },
  ) => Promise<SignedInAccount>;
  /** Signs in a person who has approved this browser on a phone. */
  readonly completeQrSignIn: (
    visit: Visit,
    proven: {
      readonly account: Account;
      readonly shown: readonly ShownWay[];
      readonly distance: Distance;
      readonly settle: () => Promise<unknown>;
    },
  ) => Promise<SignedInAccount>;
}

export function signInCapability(core: Core): SignInCapability {
  return {
    routes: [signInRoutes(core), secondStepRoutes(core), sessionRoutes(core)],
    completeSocialSignIn: (visit, proven) =>
      completeSignIn(core, visit, { ...proven, shown: [core.evidence.wayShown(proven.account, 'social')] }),
    completePasskeySignIn: (visit, proven) =>
      completeSignIn(core, visit, {
        ...proven,
        shown: [proven.shown],
        event: 'sign-in.passkey',
      }),
    completeQrSignIn: (visit, proven) =>
      completeSignIn(core, visit, {
        ...proven,
        event: 'sign-in.qr',
        detail: { ...proven.distance, proven: proven.shown.length > 1 },
      }),
  };
}
