/** Flows with a result page (spec 3), and the page that asks to scan a code (spec 2). */
export const resultTypes = [
  'register',
  'bind-succeeded',
  'oauth-register',
  'resetPassword',
  'upgrade',
  'cancellation',
  'qr',
  'scan',
] as const;

export type ResultType = (typeof resultTypes)[number];
