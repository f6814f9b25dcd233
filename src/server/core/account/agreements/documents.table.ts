import type { AgreementType } from '#contract/account/agreements/agreement-types.words.ts';
import { table } from '#server/platform/db/tables/table.ts';

/** Every text of an agreement that was published: never changed, never removed. */
export interface DocumentsTable {
  type: AgreementType;
  version: string;
  region: string;
  language: string;
  publication: number;
  /** JSON of title and sections, with placeholders. */
  body: string;
  /** SHA-256 of the body, hexadecimal. */
  digest: string;
  /** JSON: what has changed, in sentences. */
  changes: string;
}

const isPublic = 'not personal, because it is a text for everybody';

export const documents = table<DocumentsTable>()({
  name: 'documents',
  key: ['type', 'version', 'region', 'language'],
  sweep: 'never, because people have accepted them',
  erase: 'of nobody, because they are texts for everybody',
  restore: 'keep, because people have accepted them',
  merge: 'keep',
  columns: {
    type: isPublic,
    version: isPublic,
    region: isPublic,
    language: isPublic,
    publication: isPublic,
    body: isPublic,
    digest: isPublic,
    changes: isPublic,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    documents: DocumentsTable;
  }
}
