import type { RefusalName } from '#contract/errors.ts';

/**
 * Refusals only of the desk: people's pages never answer them, so browsers of people do not load them. Numbers are
 * permanent, like those of `#contract/errors.ts`. Texts are in `#messages/<language>/desk-errors.ts`.
 */
export const deskCatalogue = {
  deskRoleRefuses: { code: 3060, status: 200, show: 'toast' },
  secondPersonNeeded: { code: 3061, status: 200, show: 'caller' },
  caseNeeded: { code: 3062, status: 200, show: 'caller' },
  deskLimit: { code: 3063, status: 200, show: 'toast' },
  deskChanged: { code: 3064, status: 200, show: 'caller' },
  ownAccount: { code: 3065, status: 200, show: 'toast' },
  deskHeld: { code: 3066, status: 200, show: 'caller' },
  deskProofNeeded: { code: 3067, status: 200, show: 'caller' },
} as const;

export type DeskRefusal = keyof typeof deskCatalogue;

/** Any refusal that the server answers. */
export type AnyRefusal = RefusalName | DeskRefusal;
