import { agreementTypes, type AgreementType } from '#contract/account/agreements/agreement-types.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { catalogues } from '#messages/catalogues.ts';
import { agreementVersions } from '#messages/legal-texts.ts';
import type { Store } from '#server/core/store.ts';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import { bodyOf, digestOf, type LegalDocument, type Publication } from './document.ts';
import { insertPublication, readPublications, type NewDocument } from './publications.repository.ts';

/** The texts of this version of the product. */
export function builtInDocuments(types: readonly AgreementType[] = agreementTypes): readonly NewDocument[] {
  return types.flatMap((type) =>
    regions.flatMap((region) =>
      languages.map((language) => {
        const body = bodyOf(catalogues[language].legal[type][region]);
        return { type, version: agreementVersions[type].version, region, language, body, digest: digestOf(body), changes: [] };
      }),
    ),
  );
}

/**
 * Publishes the texts of this version of the product that the database does not have, without asking anybody: all of
 * them at the first start, later those with a new version, as long as the operator has published none.
 * @throws {DatabaseUnusable} when a text differs from the one that people have accepted under the same version
 */
export async function publishBuiltIn({ db, clock }: Pick<Store, 'db' | 'clock'>): Promise<void> {
  const { publications, documents } = await readPublications(db);
  refuseChangedTexts(documents);
  const missing = agreementTypes.filter((type) => isMissing(type, { publications, documents }));
  if (missing.length === 0) return;
  const at = clock.now();
  const effectiveAt = Math.min(...missing.map((type) => Date.parse(agreementVersions[type].effectiveAt)));
  const number = (publications.at(-1)?.number ?? 0) + 1;
  // Another instance that starts at this moment publishes the same.
  await insertPublication(db, { number, origin: 'built-in', publishedAt: at, effectiveAt, laterUntil: null }, builtInDocuments(missing));
}

interface Published {
  readonly publications: readonly Publication[];
  readonly documents: readonly LegalDocument[];
}

function isMissing(type: AgreementType, { publications, documents }: Published): boolean {
  const own = documents.filter((document) => document.type === type);
  if (own.some(({ version }) => version === agreementVersions[type].version)) return false;
  return own.every(({ publication }) => publications.find(({ number }) => number === publication)?.origin === 'built-in');
}

function refuseChangedTexts(stored: readonly LegalDocument[]): void {
  for (const { type, version, region, language, digest } of builtInDocuments()) {
    const same = stored.find((one) => one.type === type && one.version === version && one.region === region && one.language === language);
    if (same !== undefined && same.digest !== digest)
      throw new DatabaseUnusable(
        `${type} ${version} (${region}, ${language}) has another text than the one that people accepted. Give it a new version.`,
      );
  }
}
