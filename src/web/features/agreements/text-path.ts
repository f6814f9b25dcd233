import { agreementTypeOf, legalPaths, type LegalType } from '#contract/vocabulary/agreement-types.ts';

/** The page with the text of an agreement, in a version. */
export function textPath(type: LegalType, version: string): string {
  const path = legalPaths.find((each) => agreementTypeOf(each) === type) ?? 'server';
  return `/agreement/${path}?version=${encodeURIComponent(version)}`;
}
