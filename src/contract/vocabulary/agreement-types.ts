/** The two agreements, as consents name them (spec 3). */
export const agreementTypes = ['privateAgreement', 'serverAgreement'] as const;

export type AgreementType = (typeof agreementTypes)[number];

/** The same two as the path of `GET /agreement/{private or server}/{id}` names them (spec 7). */
export const agreementPaths = ['private', 'server'] as const;

export type AgreementPath = (typeof agreementPaths)[number];

/** The agreement that a path means. */
export function agreementTypeOf(path: AgreementPath): AgreementType {
  return path === 'private' ? 'privateAgreement' : 'serverAgreement';
}
