import { referenceEndpoints } from '#contract/account/reference/reference.ts';
import { agreementPaths, agreementTypeOf, type AgreementType } from '#contract/account/agreements/agreement-types.words.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { call } from '#web/lib/api/api.ts';

/** An agreement in the version that the person has seen. */
export interface AcceptedAgreement {
  readonly type: AgreementType;
  readonly version: string;
}

const versions = new Map<RegionOrNone, Promise<readonly AcceptedAgreement[]>>();

/**
 * The versions in force for a region, which the form's agreement links open. Loaded once and kept, so that the accepted
 * versions are those shown when the form opened.
 */
export function agreementVersions(region: RegionOrNone): Promise<readonly AcceptedAgreement[]> {
  const known = versions.get(region);
  if (known !== undefined) return known;
  const asked = Promise.all(agreementPaths.map((path) => latest(path, region)));
  versions.set(region, asked);
  asked.catch(() => versions.delete(region));
  return asked;
}

/** After the server reported changed terms: the next call loads them again. */
export function forgetAgreementVersions(): void {
  versions.clear();
}

async function latest(path: (typeof agreementPaths)[number], region: RegionOrNone): Promise<AcceptedAgreement> {
  const agreement = await call(referenceEndpoints.agreement, { params: { type: path, id: 'latest' }, query: { region } });
  return { type: agreementTypeOf(path), version: agreement.version };
}
