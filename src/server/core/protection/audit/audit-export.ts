import { createHash } from 'node:crypto';
import type { Db } from '#server/core/database/db.ts';
import type { DocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import { createAuditChainRows, type AuditRow, type TimeRange } from './audit.repository.ts';

const rowsAtOnce = 1000;

/** The trail of a time: one JSON object per line, in the order of sealing. Only ids, no client IPs. */
export async function* auditLines(db: Db, range: TimeRange): AsyncGenerator<string> {
  const rows = createAuditChainRows(db);
  let after: AuditRow | undefined;
  // Unsealed entries come first in the table and could be missed if sealed meanwhile: they are output last.
  const unsealed: string[] = [];
  const seen = new Set<string>();
  do {
    const batch = await rows.rowsAfter(after, range, rowsAtOnce);
    for (const row of batch) {
      if (row.seal === 0) {
        unsealed.push(lineOf(row));
        seen.add(row.id);
      } else if (!seen.delete(row.id)) yield lineOf(row);
    }
    after = batch.at(-1);
    if (batch.length < rowsAtOnce) break;
  } while (after);
  yield* unsealed;
}

function lineOf({ id, at, account_id, event, session, request_id, detail, seal, mac }: AuditRow): string {
  return JSON.stringify({
    id,
    at: new Date(at).toISOString(),
    accountId: account_id,
    event,
    session,
    requestId: request_id,
    detail: detail === '' ? {} : (JSON.parse(detail) as unknown),
    seal,
    mac,
  });
}

/** Manifest of an export, for a reader who did not make it. */
export interface ExportManifest {
  readonly kind: 'audit-export';
  readonly issuer: string;
  /** '' where the time has no end. */
  readonly from: string;
  readonly to: string;
  readonly madeAt: string;
  readonly rows: number;
  readonly bytes: number;
  /** Digest of all lines, each with its line feed. */
  readonly sha256: string;
  /** End of the chain when the export was made; '' without one. */
  readonly head: string;
}

export interface ExportDeps {
  readonly db: Db;
  readonly clock: { now(): number };
  readonly documentKeys: Pick<DocumentKeys, 'signer'>;
  readonly issuer: string;
}

/** The end of an export: its manifest as the signature covers it, and the signature. */
export interface SignedManifest {
  readonly manifest: string;
  /** JWS with detached content (RFC 7515, appendix F) over the bytes of the manifest. */
  readonly jws: string;
}

/** Gives the lines to `write`, never all of them at once, and returns the signed manifest over them. */
export async function exportAudit(
  { db, clock, documentKeys, issuer }: ExportDeps,
  range: TimeRange,
  write: (line: string) => Promise<void> | void,
): Promise<SignedManifest> {
  const hash = createHash('sha256');
  const count = { rows: 0, bytes: 0 };
  for await (const each of auditLines(db, range)) {
    const line = `${each}\n`;
    hash.update(line);
    count.rows += 1;
    count.bytes += Buffer.byteLength(line);
    await write(line);
  }
  const head = await createAuditChainRows(db).head();
  const manifest: ExportManifest = {
    kind: 'audit-export',
    issuer,
    from: momentText(range.from),
    to: momentText(range.to),
    madeAt: new Date(clock.now()).toISOString(),
    ...count,
    sha256: hash.digest('hex'),
    head: head === undefined ? '' : `${head.number}:${head.mac}`,
  };
  const text = JSON.stringify(manifest, null, 2);
  return { manifest: text, jws: await detachedJws(documentKeys, text) };
}

/** '' for an end that is open. */
function momentText(at: number): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}

/** A JWS over a text that stands beside it: `header..signature`. */
async function detachedJws(documentKeys: Pick<DocumentKeys, 'signer'>, text: string): Promise<string> {
  const signer = await documentKeys.signer();
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: signer.kid })).toString('base64url');
  const signed = Buffer.from(`${header}.${Buffer.from(text).toString('base64url')}`);
  return `${header}..${Buffer.from(joseSignature(await signer.sign(signed))).toString('base64url')}`;
}

/** The two numbers of a DER signature over P-256, 32 bytes each, as JWS has them (RFC 7518, section 3.4). */
function joseSignature(der: Buffer): Buffer {
  const numbers: Buffer[] = [];
  let at = 2;
  for (let count = 0; count < 2; count += 1) {
    const length = der.readUInt8(at + 1);
    const number = der.subarray(at + 2, at + 2 + length);
    const short = number.subarray(Math.max(0, number.length - 32));
    numbers.push(Buffer.concat([Buffer.alloc(32 - short.length), short]));
    at += 2 + length;
  }
  return Buffer.concat(numbers);
}
