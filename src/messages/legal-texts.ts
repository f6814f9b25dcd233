import type { LegalType } from '#contract/account/agreements/agreement-types.words.ts';
import { guardianTextVersion } from '#contract/vocabulary/children.ts';
import type { Region } from '#contract/vocabulary/regions.ts';

export interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** One agreement as plain text; producers of HTML must escape it. Placeholders: `{brand}`, `{os}`, `{supportEmail}`. */
export interface LegalText {
  readonly title: string;
  readonly sections: readonly LegalSection[];
}

/** The agreements of one language; law and location of data differ by region. */
export type LegalTexts = Readonly<Record<LegalType, Readonly<Record<Region, LegalText>>>>;

/**
 * Versions of the texts in `{en,zh}/legal.ts`. A changed text needs a new version: a server does not start with another
 * text under a version that people have accepted (`core/account/agreements/built-in.ts`). `effectiveAt` is yyyy-mm-dd.
 */
export const agreementVersions = {
  serverAgreement: { version: '2025-11-01', effectiveAt: '2025-11-01' },
  privateAgreement: { version: '2025-11-01', effectiveAt: '2025-11-01' },
  deletionAgreement: { version: '2026-11-01', effectiveAt: '2026-11-01' },
  developerAgreement: { version: '2026-11-22', effectiveAt: '2026-11-22' },
  childAgreement: { version: guardianTextVersion, effectiveAt: guardianTextVersion },
} as const satisfies Readonly<Record<LegalType, { readonly version: string; readonly effectiveAt: string }>>;
