import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import {
  openAuditRow,
  proveAuditRow,
  searchAudit,
  type AuditPage,
  type AuditProof,
  type AuditRowInPlace,
} from '#server/core/protection/audit/audit-search.ts';
import type { AuditFilters, AuditPlace } from '#server/core/protection/audit/audit-search.repository.ts';
import type { Store } from '#server/core/store.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { searchDays } from '#server/core/protection/audit/audit-search.ts';
import { day } from '#server/platform/clock.ts';
import { findAccount } from '../person/find-account.ts';

export interface SearchDeps {
  readonly store: Store;
  readonly accounts: Pick<Accounts, 'find' | 'findById'>;
  readonly audit: Audit;
}

/** A search by a member; `account` is a phone, email, username, number or id, exact. */
export interface SearchOrder extends Omit<AuditFilters, 'accountId'> {
  readonly operator: string;
  readonly account?: string | undefined;
  readonly after?: AuditPlace | undefined;
}

/** No account is looked at: the trail shows ids. */
const origin = { clientIp: '', requestId: '' };

/**
 * Searches the trail. The first page records the member and the filters, with a keyed hash instead of a typed
 * account, so that somebody can later ask who looked for it.
 * @throws {Refusal} badRequest for a time of more than 31 days
 */
export async function searchTrail({ store, accounts, audit }: SearchDeps, order: SearchOrder): Promise<AuditPage> {
  const { operator, account, after, ...filters } = order;
  const { db, keyring } = store;
  if (!(filters.to > filters.from) || filters.to - filters.from > searchDays * day) throw ruleRefusal({ to: 'range' });
  return db.tx(async () => {
    if (after === undefined) {
      const { caseRef, member, event, requestId } = filters;
      const said = Object.entries({ sought: caseRef, member, event, request: requestId }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      const typed = account === undefined ? {} : { account: keyring.mac('desk', 'search', account.trim().toLowerCase()) };
      const detail = { operator, what: 'trail', from: filters.from, to: filters.to, ...Object.fromEntries(said), ...typed };
      await audit.record({ event: 'operator.looked', accountId: null, origin, detail });
    }
    if (account === undefined) return searchAudit(db, filters, after);
    const sought = await findAccount({ db, accounts }, account);
    return sought === undefined ? { rows: [], next: undefined } : searchAudit(db, { ...filters, accountId: sought.id }, after);
  });
}

interface RowOrder {
  readonly operator: string;
  readonly id: string;
}

/** @throws {Refusal} deskChanged for a row that is not there */
export async function openTrailRow(
  { store, audit }: Pick<SearchDeps, 'store' | 'audit'>,
  { operator, id }: RowOrder,
): Promise<AuditRowInPlace> {
  return store.db.tx(async () => {
    await audit.record({ event: 'operator.looked', accountId: null, origin, detail: { operator, what: 'trail row', row: id } });
    return found(await openAuditRow(store, id));
  });
}

/** @throws {Refusal} deskChanged for a row that is not there, under no seal, or not as it was written */
export async function proveTrailRow(
  { store, audit }: Pick<SearchDeps, 'store' | 'audit'>,
  { operator, id, through }: RowOrder & { readonly through?: number | undefined },
): Promise<AuditProof> {
  return store.db.tx(async () => {
    await audit.record({ event: 'operator.looked', accountId: null, origin, detail: { operator, what: 'trail proof', row: id } });
    const proof = found(await proveAuditRow(store, { id, through }));
    if ('faults' in proof) throw new Refusal('deskChanged', { reason: 'the row is not as it was written' });
    return proof;
  });
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal('deskChanged', { reason: 'no such row' });
  return value;
}
