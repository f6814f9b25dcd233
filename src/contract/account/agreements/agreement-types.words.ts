/** The two agreements of every account, under their names in consents (spec 3). */
export const agreementTypes = ['privateAgreement', 'serverAgreement'] as const;

export type AgreementType = (typeof agreementTypes)[number];

/** The same two in the path of `GET /agreement/{private or server}/{id}` (spec 7). */
export const agreementPaths = ['private', 'server'] as const;

/** All legal texts: both agreements, the deletion agreement, the one for developers, and the rules for children's data. */
export const legalPaths = [...agreementPaths, 'deletion', 'developer', 'child'] as const;

export type LegalPath = (typeof legalPaths)[number];

export const legalTypes = [...agreementTypes, 'deletionAgreement', 'developerAgreement', 'childAgreement'] as const;

export type LegalType = (typeof legalTypes)[number];

/** The legal text of a path. */
export function agreementTypeOf<Path extends LegalPath>(path: Path): `${Path}Agreement` {
  return `${path}Agreement`;
}
