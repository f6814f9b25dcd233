import { limits } from '#contract/limits.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { acceptedDocuments } from '#server/core/account/agreements/agreements.ts';
import { lastAccepted, readLedger, type LedgerRow } from '#server/core/account/agreements/consents.repository.ts';
import type { LegalDocument } from '#server/core/account/agreements/document.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { TermsDeps } from './show-terms.ts';

/** Both agreements in their newest versions, with the last acceptance of each. */
export async function listAgreements(
  { store: { db }, identity: { agreements } }: TermsDeps,
  { account, accountId }: Session,
  language: Language,
): Promise<readonly { readonly document: LegalDocument; readonly accepted: LedgerRow | undefined }[]> {
  const accepted = await lastAccepted(db, accountId);
  const documents = acceptedDocuments(agreements, { versions: agreements.current() }, { region: account.region, language });
  return documents.map((document) => ({ document, accepted: accepted.find(({ type }) => type === document.type) }));
}

/** A page of the ledger of an account, and the position of the next one ('' at the end). */
export async function listConsents(
  { store: { db } }: TermsDeps,
  { accountId }: Session,
  position: string | undefined,
): Promise<{ readonly items: readonly LedgerRow[]; readonly next: string }> {
  const rows = await readLedger(db, { accountId, before: positionIn(position), limit: limits.consentsPage + 1 });
  const items = rows.slice(0, limits.consentsPage);
  const last = items.at(-1);
  return { items, next: last === undefined || rows.length <= items.length ? '' : `${last.at}.${last.id}` };
}

function positionIn(text: string | undefined): { readonly at: number; readonly id: string } | undefined {
  if (text === undefined) return undefined;
  const dot = text.indexOf('.');
  return { at: Number(text.slice(0, dot)), id: text.slice(dot + 1) };
}
