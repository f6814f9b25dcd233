import { agreementTypeOf, legalPaths, type LegalType } from '#contract/account/agreements/agreement-types.words.ts';

/** The page with the text of an agreement, in a version. */
export function textPath(type: LegalType, version: string): string {
  const path = legalPaths.find((each) => agreementTypeOf(each) === type) ?? 'server';
  return `/agreement/${path}?version=${encodeURIComponent(version)}`;
}
