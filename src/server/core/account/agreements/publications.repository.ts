import { agreementTypes } from '#contract/account/agreements/agreement-types.words.ts';
import { changeKinds, type ChangeKind } from '#contract/account/agreements/consents.words.ts';
import { languageNamed } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import type { LegalText } from '#messages/legal-texts.ts';
import type { Db } from '#server/core/database/db.ts';
import type { DocumentChange, LegalDocument, Publication } from './document.ts';

/** A document that is about to be published. */
export type NewDocument = Omit<LegalDocument, 'publication' | 'text'> & { readonly body: string };

/** Number of the newest publication; 0 before the first. */
export async function newestPublication(db: Db): Promise<number> {
  const row = await db
    .q()
    .selectFrom('publications')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** Every publication and every text, the oldest first. */
export async function readPublications(
  db: Db,
): Promise<{ readonly publications: readonly Publication[]; readonly documents: readonly LegalDocument[] }> {
  const publications = await db.q().selectFrom('publications').selectAll().orderBy('number').execute();
  const rows = await db.q().selectFrom('documents').selectAll().orderBy('publication').execute();
  return {
    publications: publications.map(({ number, origin, published_at, effective_at, later_until }) => ({
      number,
      origin,
      publishedAt: published_at,
      effectiveAt: effective_at,
      laterUntil: later_until,
    })),
    // A text in a language that this version does not have is for nobody here.
    documents: rows.flatMap((row) => {
      const type = agreementTypes.find((each) => each === row.type);
      const region = regions.find((each) => each === row.region);
      const language = languageNamed(row.language);
      if (type === undefined || region === undefined || language === undefined) return [];
      const { version, publication, digest } = row;
      return [{ type, version, region, language, publication, digest, text: readBody(row.body), changes: readChanges(row.changes) }];
    }),
  };
}

/**
 * Adds a publication with its texts, in one transaction. False if another one has taken the number at this moment.
 */
export function insertPublication(db: Db, publication: Publication, documents: readonly NewDocument[]): Promise<boolean> {
  const { number, origin, publishedAt, effectiveAt, laterUntil } = publication;
  return db.tx(async () => {
    const { numInsertedOrUpdatedRows } = await db
      .q()
      .insertInto('publications')
      .values({ number, origin, published_at: publishedAt, effective_at: effectiveAt, later_until: laterUntil })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return false;
    await db
      .q()
      .insertInto('documents')
      .values(
        documents.map(({ type, version, region, language, body, digest, changes }) => ({
          type,
          version,
          region,
          language,
          publication: number,
          body,
          digest,
          changes: JSON.stringify(changes),
        })),
      )
      .execute();
    return true;
  });
}

function readBody(body: string): LegalText {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only by `insertPublication`, and never changed
  return JSON.parse(body) as LegalText;
}

function readChanges(text: string): readonly DocumentChange[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const changes = JSON.parse(text) as readonly { readonly kind: string; readonly text: string }[];
  return changes.map(({ kind, text: sentence }) => ({ kind: kindNamed(kind), text: sentence }));
}

function kindNamed(kind: string): ChangeKind {
  return changeKinds.find((each) => each === kind) ?? 'changed';
}
