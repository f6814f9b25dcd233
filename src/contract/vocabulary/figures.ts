/** What is counted for the operator, hour by hour: a closed list, so that a figure never names anybody. */
export const figureNames = [
  'signUps',
  'signInsByPassword',
  'signInsByCode',
  'signInsBySocial',
  'signInsByPasskey',
  'signInsByQr',
  'signInsRefused',
  'deletionsRequested',
  'accountsErased',
  'codesSentBySms',
  'codesSentByEmail',
  'codesTakenBySms',
  'codesTakenByEmail',
] as const;

export type FigureName = (typeof figureNames)[number];

/** The ways of signing in, which the desk adds up. */
export const signInFigures = [
  'signInsByPassword',
  'signInsByCode',
  'signInsBySocial',
  'signInsByPasskey',
  'signInsByQr',
] as const satisfies readonly FigureName[];
