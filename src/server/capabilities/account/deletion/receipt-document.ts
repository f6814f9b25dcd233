import type { KeptAfterErasure } from '#contract/account/deletion/erasure.words.ts';
import type { DataTopic } from '#contract/vocabulary/kept-data.ts';
import type { DeletionRow } from '#server/core/account/deletion/deletions.guarded.ts';
import type { DocumentSigner } from '#server/core/protection/documents/document-keys.ts';
import { day } from '#server/platform/clock.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { nameRestMs } from './name-rest.ts';
import type { ToldApp } from '#server/core/account/deletion/told-app.ts';

/** Content of a receipt; times are RFC 3339 in UTC. It has no account id, number, name or address. */
export interface ReceiptDocument {
  readonly format: 'erasure-receipt/1';
  readonly issuer: string;
  /** Random. */
  readonly receipt: string;
  readonly requestedAt: string;
  readonly dueAt: string;
  readonly erasedAt: string;
  /** Numbers of removed things, by topic. */
  readonly erased: Partial<Record<DataTopic, number>>;
  /** Remaining data; `until` is null for data that stays for good. */
  readonly kept: readonly { readonly what: KeptAfterErasure; readonly until: string | null }[];
  /** Apps that had access, with how each is told. */
  readonly apps: readonly ToldApp[];
  /** The row of the audit trail that notes the erasure: its id and keyed hash. */
  readonly audit: { readonly row: string; readonly mac: string };
  /** `kid` of the key. */
  readonly key: string;
}

export interface SignedReceipt {
  /** The JSON, byte for byte as it was signed. */
  readonly document: string;
  /** ECDSA over SHA-256 as DER, in base64. */
  readonly signature: string;
  /** PEM */
  readonly publicKey: string;
}

export interface ReceiptFacts {
  readonly deletion: DeletionRow;
  readonly erased: Readonly<Record<string, number>>;
  readonly apps: readonly ToldApp[];
  readonly audit: ReceiptDocument['audit'];
  readonly at: number;
}

export interface ReceiptRules {
  readonly issuer: string;
  /** Days for which the trail is kept. */
  readonly auditDays: number;
}

interface Signing extends ReceiptRules {
  readonly signer: DocumentSigner;
  /** All tables of the database: their words of an erasure lead to topics. */
  readonly tables: readonly AnyTable[];
}

/**
 * Remaining data of an account, and the tables with it. A table whose rows stay or wait is in one of these.
 * @internal
 */
export const keptTables: Readonly<Record<KeptAfterErasure, readonly string[]>> = {
  proof: ['accounts', 'deletions', 'erasure_receipts', 'legacy_accounts'],
  trail: ['audit', 'staff'],
  names: ['resting_names'],
  short: ['signals', 'pending_identities', 'claims', 'failures', 'rate_windows'],
};

/** Counters, captchas, and messages to apps are gone by then. */
const shortDays = 8;

/** Writes and signs a receipt. */
export async function signReceipt({ signer, ...rules }: Signing, facts: ReceiptFacts): Promise<SignedReceipt> {
  const document = `${JSON.stringify(documentOf(signer.kid, rules, facts), undefined, 2)}\n`;
  const signature = await signer.sign(Buffer.from(document));
  return { document, signature: signature.toString('base64'), publicKey: signer.pem };
}

function documentOf(
  key: string,
  { issuer, auditDays, tables }: Omit<Signing, 'signer'>,
  { deletion, erased, apps, audit, at }: ReceiptFacts,
): ReceiptDocument {
  const untils: Readonly<Record<KeptAfterErasure, number | null>> = {
    proof: null,
    trail: at + auditDays * day,
    names: at + nameRestMs,
    short: at + shortDays * day,
  };
  return {
    format: 'erasure-receipt/1',
    issuer,
    receipt: deletion.id,
    requestedAt: isoTime(deletion.requested_at),
    dueAt: isoTime(deletion.due_at),
    erasedAt: isoTime(at),
    erased: byTopic(erased, tables),
    kept: (Object.entries(untils) as [KeptAfterErasure, number | null][]).map(([what, until]) => ({
      what,
      until: until === null ? null : isoTime(until),
    })),
    apps,
    audit,
    key,
  };
}

/** Topics of things that no table declares. */
const otherTopics: Readonly<Record<string, DataTopic>> = { avatar: 'profile' };

/** The words of the erasure are those of tables; people know topics. */
function byTopic(erased: Readonly<Record<string, number>>, tables: readonly AnyTable[]): Partial<Record<DataTopic, number>> {
  const topics = new Map<string, DataTopic>(Object.entries(otherTopics));
  for (const { data, erase } of tables) {
    if (typeof erase !== 'string' && erase.rows === 'go' && erase.receipt !== undefined && typeof data === 'object')
      topics.set(erase.receipt, data.topic);
  }
  const sums: Partial<Record<DataTopic, number>> = {};
  for (const [word, count] of Object.entries(erased)) {
    const topic = topics.get(word) ?? 'short';
    if (count > 0) sums[topic] = (sums[topic] ?? 0) + count;
  }
  return sums;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
