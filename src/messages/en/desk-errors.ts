import type { DeskRefusal } from '#contract/operations/desk/errors.ts';

/** Texts of the refusals of the desk. */
export const deskErrors = {
  deskRoleRefuses: 'Your role does not allow this',
  secondPersonNeeded: 'A second person has to approve this',
  caseNeeded: 'Give the reason and the case number',
  deskLimit: 'You have reached the limit. A lead was notified.',
  deskChanged: 'This has changed or expired. Look again.',
  ownAccount: 'You can’t do this to your own account',
  deskHeld: 'Your access is on hold',
  deskProofNeeded: 'Confirm that it’s you',
} as const satisfies Record<DeskRefusal, string>;
