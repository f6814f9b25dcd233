import type { ClaimKind, ClaimState } from '#contract/protection/claims/claims.words.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, table, type Guarded, type Unwritten } from '#server/platform/db/tables/table.ts';

/** Requests that wait (`core/claims`), each to its own date. */
export interface AccountClaimsTable {
  /** SHA-256 of the opener's token, base64url. */
  id: string;
  account_id: string;
  kind: ClaimKind;
  /** The sensitive action that waits, or ''. */
  action: string;
  /** Keyed hash of what the action is about, as proofs have it; '' for nothing, and for a recovery. */
  target_hash: string;
  /** The way that is to go, or ''. */
  way: string;
  /** The ways that opened it, as JSON. */
  shown: string;
  /** One or two roots of them, as JSON: so many stop it. */
  roots: string;
  opened_at: number;
  due_at: number;
  state: Guarded<ClaimState>;
  ended_at: Guarded<number | null>;
  /** The half of the client IP that identifies a network but no household. */
  place: string;
  /** Hash of the visitor's cookie: the browser that opened it. */
  visitor: string;
  /** How often the owner has been told of it. */
  told: Guarded<number>;
  /** Written by the previous version only. */
  language: Unwritten;
}

export const accountClaims = table<AccountClaimsTable>()({
  name: 'account_claims',
  key: ['id'],
  sweep: [{ past: ['ended_at'], graceMs: 60 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'void',
  merge: 'drop',
  data: { topic: 'security', basis: 'security', until: 'swept', since: 'opened_at' },
  columns: {
    id: 'derived from recoveryRequests',
    account_id: isInternal,
    kind: 'in the export as recoveryRequests',
    action: 'in the export as recoveryRequests',
    target_hash: 'derived from recoveryRequests',
    way: 'in the export as recoveryRequests',
    shown: 'in the export as recoveryRequests',
    roots: 'derived from recoveryRequests',
    opened_at: 'in the export as recoveryRequests, a time',
    due_at: 'in the export as recoveryRequests, a time',
    state: 'in the export as recoveryRequests',
    ended_at: 'in the export as recoveryRequests, a time',
    place: 'in the export as networkAddress',
    visitor: 'derived from browserCookie',
    told: 'in the export as recoveryRequests, a number',
    language: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    account_claims: AccountClaimsTable;
  }
}
