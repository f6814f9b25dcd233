import { createHash } from 'node:crypto';
import { languageFacts, type InEveryLanguage, type Language } from '#contract/vocabulary/languages.ts';
import { fileOfTopic, type DataTopic } from '#contract/vocabulary/kept-data.ts';
import { webTexts } from '#messages/web-catalogues.ts';
import type { DocumentSigner } from '#server/core/protection/documents/document-keys.ts';
import type { Store } from '#server/core/store.ts';
import { copiedTopics, type CopiedTable } from '#server/core/rights/kept-data/copied-rows.ts';
import { copiedPages, type CopiedRow } from '#server/core/rights/kept-data/copied-rows.repository.ts';
import type { KeptRetention } from '#server/core/rights/kept-data/kept-data.ts';
import type { ZipEntry } from '#server/platform/zip/zip.ts';
import { copyPage } from './copy-page.ts';
import { copySchema } from './copy-schema.ts';

/** One copy: its account, its reader and its time. */
export interface CopySubject {
  readonly exportId: string;
  readonly accountId: string;
  readonly number: string;
  readonly language: Language;
  readonly avatar: Buffer | undefined;
  readonly at: number;
  /** A guardian does not read what a child writes to us. */
  readonly forGuardian: boolean;
}

/** Topics that the copy of a guardian does not have. */
const notForGuardians: readonly DataTopic[] = ['requests'];

export interface CopySources {
  readonly store: Pick<Store, 'db' | 'keyring'>;
  readonly retention: KeptRetention;
  readonly issuer: string;
  readonly brand: InEveryLanguage;
  readonly signer: DocumentSigner;
}

/** A file in the manifest. */
interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly schema?: string;
}

/**
 * The files of a copy, in the order of the archive: data with its schemas, the avatar, the page, and at the end the signed
 * list of all of them. Rows are read as the archive is written.
 */
export async function* copyEntries(sources: CopySources, subject: CopySubject): AsyncGenerator<ZipEntry> {
  const { store, signer, retention } = sources;
  const { accountId, avatar } = subject;
  const leftOut = subject.forGuardian ? notForGuardians : [];
  const topics = copiedTopics(store.db.tables).filter(({ topic }) => !leftOut.includes(topic));
  const texts = await webTexts[subject.language]();
  const listed: ListedFile[] = [];
  const list = (path: string, content: AsyncIterable<string | Buffer>, schema?: string): ZipEntry => ({
    path,
    bytes: digested(content, (found) => listed.push({ path, ...found, ...(schema !== undefined && { schema }) })),
  });
  const pagesOf = (table: CopiedTable) => copiedPages(store, table, { accountId, at: subject.at, retention });

  for (const { topic, tables: own } of topics) {
    const schema = `schema/${topic}.schema.json`;
    yield list(fileOfTopic(topic), jsonOf(own, pagesOf), schema);
    yield list(
      schema,
      only(
        `${JSON.stringify(
          copySchema(topic, own, (thing) => texts[`dt.i.${thing}`]),
          undefined,
          2,
        )}\n`,
      ),
    );
  }
  if (avatar !== undefined) yield list('avatar.webp', only(avatar));
  const { number, language, at } = subject;
  const page = { texts, language, brand: sources.brand[language], number, at, avatar: avatar !== undefined, topics, pagesOf };
  yield list('index.html', copyPage(page));
  yield list('public-key.pem', only(signer.pem));
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(sources, subject, { files: listed, leftOut }), undefined, 2)}\n`);
  yield { path: 'manifest.json', bytes: only(manifest) };
  yield { path: 'manifest.sig', bytes: only(await signer.sign(manifest)) };
}

function manifestOf(
  { issuer, signer }: CopySources,
  { exportId, number, language, at }: CopySubject,
  { files, leftOut }: { readonly files: readonly ListedFile[]; readonly leftOut: readonly DataTopic[] },
): object {
  return {
    format: 'account-export/1',
    issuer,
    exportId,
    subject: number,
    createdAt: new Date(at).toISOString(),
    language: languageFacts[language].tag,
    key: signer.kid,
    leftOut,
    files,
  };
}

/** One member for each table, one line for each row. */
async function* jsonOf(
  own: readonly CopiedTable[],
  pagesOf: (table: CopiedTable) => AsyncIterable<readonly CopiedRow[]>,
): AsyncGenerator<string> {
  let first = true;
  for (const table of own) {
    yield `${first ? '{' : ','}\n${JSON.stringify(table.table.name)}: [`;
    first = false;
    let before = '\n  ';
    for await (const rows of pagesOf(table)) {
      yield before + rows.map((row) => JSON.stringify(row)).join(',\n  ');
      before = ',\n  ';
    }
    yield '\n]';
  }
  yield '\n}\n';
}

async function* only<Content>(content: Content): AsyncGenerator<Content> {
  yield content;
}

/** Small pieces are gathered: compression works by calls. */
const gatheredChars = 16 * 1024;

/** The content as bytes; tells its size and SHA-256 when it has been read. */
async function* digested(
  content: AsyncIterable<string | Buffer>,
  tell: (found: { readonly bytes: number; readonly sha256: string }) => void,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of encoded(content)) {
    digest.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  tell({ bytes, sha256: digest.digest('hex') });
}

async function* encoded(content: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const piece of content) {
    if (typeof piece !== 'string') {
      yield piece;
      continue;
    }
    text += piece;
    if (text.length < gatheredChars) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
