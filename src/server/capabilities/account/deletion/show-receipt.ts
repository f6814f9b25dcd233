import { receiptFiles } from '#contract/account/deletion/erasure.words.ts';
import type { Store } from '#server/core/store.ts';
import { sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { zip, type ZipEntry } from '#server/platform/zip/zip.ts';
import { findReceipt } from './erasure.repository.ts';
import type { ReceiptDocument, SignedReceipt } from './receipt-document.ts';

export interface ShownReceipt {
  /** When the account is erased, milliseconds. */
  readonly dueAt: number;
  /** Whether the time is over and the account is not erased yet: soon, or once no authority holds it. */
  readonly isSettling: boolean;
  /** Undefined until the account is erased. */
  readonly signed?: { readonly document: ReceiptDocument; /** A ZIP file for keeping. */ readonly archive: Buffer };
}

/**
 * The outcome of a deletion, for the holders of its link. It says nothing of the person.
 * @throws {Refusal} notFound for an unknown link, and one of a deletion that was withdrawn
 */
export async function showReceipt({ db, clock }: Pick<Store, 'db' | 'clock'>, token: string): Promise<ShownReceipt> {
  const found = await findReceipt(db, sha256(token));
  if (found === undefined) throw new Refusal('notFound', { reason: 'no such receipt' });
  const { dueAt, erasedAt, signed } = found;
  if (signed === undefined) return { dueAt, isSettling: dueAt <= clock.now() };
  // Our own, as it was signed.
  const document = JSON.parse(signed.document) as ReceiptDocument;
  return { dueAt, isSettling: false, signed: { document, archive: await archiveOf(signed, erasedAt) } };
}

async function archiveOf({ document, signature, publicKey }: SignedReceipt, at: number): Promise<Buffer> {
  const files: readonly (readonly [string, Buffer])[] = [
    [receiptFiles.receipt, Buffer.from(document)],
    [receiptFiles.signature, Buffer.from(signature, 'base64')],
    [receiptFiles.key, Buffer.from(publicKey)],
  ];
  return Buffer.concat(await Array.fromAsync(zip(entriesOf(files), at)));
}

async function* entriesOf(files: readonly (readonly [string, Buffer])[]): AsyncGenerator<ZipEntry> {
  for (const [path, content] of files) yield { path, bytes: only(content) };
}

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
