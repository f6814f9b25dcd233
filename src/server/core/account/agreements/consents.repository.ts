import type { AgreementType } from '#contract/account/agreements/agreement-types.words.ts';
import type { ConsentAct, ConsentChannel } from '#contract/account/agreements/consents.words.ts';
import type { Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { developerAgreement } from './agreements.ts';
import type { LegalDocument } from './document.ts';

export interface Consent {
  readonly accountId: string;
  readonly region: RegionOrNone;
  readonly language: Language;
  readonly at: number;
}

/** A text of an agreement or of a choice, as the ledger names it. */
export type LedgerSubject = Pick<LegalDocument, 'version' | 'digest' | 'publication' | 'language'> & {
  readonly type: AgreementType | Purpose | 'childAgreement';
  readonly region: RegionOrNone;
};

/** Event of these texts, and its place. */
export interface LedgerEntry {
  readonly accountId: string;
  readonly at: number;
  readonly act: ConsentAct;
  readonly channel: ConsentChannel;
  /** The kind of way that opened the session, or ''. */
  readonly way: string;
  readonly documents: readonly LedgerSubject[];
}

/** Writes a row for each text, in the caller's transaction. */
export async function writeLedger(db: Db, { accountId, documents, ...entry }: LedgerEntry): Promise<void> {
  if (documents.length === 0) return;
  await db
    .q()
    .insertInto('consent_ledger')
    .values(documents.map((document) => ({ ...entry, ...columnsOf(document), id: newId(), account_id: accountId })))
    .execute();
}

/** Notes that the texts were shown: one row a day for each, however often the page is opened. True the first time of a day. */
export async function noteShown(
  db: Db,
  { accountId, documents, day, ...entry }: Omit<LedgerEntry, 'act'> & { readonly day: number },
): Promise<boolean> {
  if (documents.length === 0) return false;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .q()
    .insertInto('consent_ledger')
    .values(
      documents.map((document) => ({
        ...entry,
        ...columnsOf(document),
        id: `shown ${accountId} ${document.publication} ${document.type} ${day}`,
        account_id: accountId,
        act: 'shown' as const,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether changed agreements were shown to an account from one moment on and before another. */
export async function wasShown(
  db: Db,
  { accountId, from, before }: { readonly accountId: string; readonly from: number; readonly before: number },
): Promise<boolean> {
  const row = await db
    .q()
    .selectFrom('consent_ledger')
    .select('id')
    .where('account_id', '=', accountId)
    .where('at', '>=', from)
    .where('at', '<', before)
    .where('act', '=', 'shown')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function columnsOf({ type, version, digest, publication, region, language }: LedgerSubject) {
  return { type, version, digest, publication, region, language };
}

/** How often an account has put its answer off since a moment. */
export async function countLater(db: Db, accountId: string, since: number): Promise<number> {
  const row = await db
    .q()
    .selectFrom('consent_ledger')
    .select((eb) => eb.fn.count<number>('at').distinct().as('count'))
    .where('account_id', '=', accountId)
    .where('at', '>=', since)
    .where('act', '=', 'later')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** A row of the ledger, for its account. Times are milliseconds. */
export interface LedgerRow {
  readonly id: string;
  readonly at: number;
  readonly act: ConsentAct;
  readonly type: LedgerSubject['type'];
  readonly version: string;
  readonly digest: string;
  readonly region: string;
  readonly language: string;
  readonly channel: ConsentChannel;
}

/** The ledger of an account before a position, the newest row first. */
export function readLedger(
  db: Db,
  {
    accountId,
    before,
    limit,
  }: { readonly accountId: string; readonly before: { readonly at: number; readonly id: string } | undefined; readonly limit: number },
): Promise<readonly LedgerRow[]> {
  let query = db
    .q()
    .selectFrom('consent_ledger')
    .select(['id', 'at', 'act', 'type', 'version', 'digest', 'region', 'language', 'channel'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (before) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(before.at, before.id)));
  return query.execute();
}

/** The last acceptance of each agreement. */
export async function lastAccepted(db: Db, accountId: string): Promise<readonly LedgerRow[]> {
  const rows = await db
    .q()
    .selectFrom('consent_ledger')
    .select(['id', 'at', 'act', 'type', 'version', 'digest', 'region', 'language', 'channel'])
    .where('account_id', '=', accountId)
    .where('act', '=', 'accepted')
    .orderBy('at', 'desc')
    .orderBy('publication', 'desc')
    .execute();
  return rows.filter(({ type }, index) => rows.findIndex((other) => other.type === type) === index);
}

/** The choices that an account has ever made. */
export function readChoices(
  db: Db,
  accountId: string,
): Promise<readonly { readonly purpose: Purpose; readonly given: number; readonly version: string; readonly since: number }[]> {
  return db.q().selectFrom('choices').select(['purpose', 'given', 'version', 'since']).where('account_id', '=', accountId).execute();
}

/** Records that the account accepted the current developer agreement, in the caller's transaction. */
export async function recordDeveloperConsent(db: Db, { accountId, region, language, at }: Consent): Promise<void> {
  await db
    .q()
    .insertInto('developer_consents')
    .values({ account_id: accountId, version: developerAgreement.version, region, language, accepted_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'version']).doNothing())
    .execute();
}

/** Whether the account has accepted the developer agreement in its current version. */
export async function hasDeveloperConsent(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .q()
    .selectFrom('developer_consents')
    .select('accepted_at')
    .where('account_id', '=', accountId)
    .where('version', '=', developerAgreement.version)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
