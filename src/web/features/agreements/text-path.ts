import { agreementPaths, agreementTypeOf, type AgreementType } from '#contract/vocabulary/agreement-types.ts';

/** The page with the text of an agreement, in a version. */
export function textPath(type: AgreementType, version: string): string {
  const path = agreementPaths.find((each) => agreementTypeOf(each) === type) ?? 'server';
  return `/agreement/${path}?version=${encodeURIComponent(version)}`;
}
