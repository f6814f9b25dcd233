/** The two agreements that every account rests on, as consents name them (spec 3). */
export const agreementTypes = ['privateAgreement', 'serverAgreement'] as const;

export type AgreementType = (typeof agreementTypes)[number];

/** The same two as the path of `GET /agreement/{private or server}/{id}` names them (spec 7). */
export const agreementPaths = ['private', 'server'] as const;

/** All texts that are agreed to: beside those two that of a deletion. */
export const legalPaths = [...agreementPaths, 'deletion'] as const;

export type LegalPath = (typeof legalPaths)[number];

export const legalTypes = [...agreementTypes, 'deletionAgreement'] as const;

export type LegalType = (typeof legalTypes)[number];

/** The text that a path means. */
export function agreementTypeOf<Path extends LegalPath>(path: Path): `${Path}Agreement` {
  return `${path}Agreement`;
}
