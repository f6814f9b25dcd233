import type { ClaimKind, ClaimState } from '#contract/vocabulary/account-claims.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { day } from '#server/platform/clock.ts';
import { isInternal, table, type Guarded } from '#server/platform/db/table.ts';

/** Requests that wait (`core/claims`). At most one of an account is open. */
export interface AccountClaimsTable {
  /** SHA-256 of the token of whoever opened it, base64url. */
  id: string;
  account_id: string;
  kind: ClaimKind;
  /** The sensitive action of a removal, or ''. */
  action: string;
  /** The way that is to go, or ''. */
  way: string;
  /** The ways that opened it, as JSON. */
  shown: string;
  /** Their roots then, as JSON. */
  roots: string;
  incident_id: string | null;
  opened_at: number;
  due_at: number;
  state: Guarded<ClaimState>;
  ended_at: Guarded<number | null>;
  /** The half of the client IP that identifies a network but no household. */
  place: string;
  /** Hash of the visitor's cookie: the browser that opened it. */
  visitor: string;
  /** Of the request; the notices that follow are written in it. */
  language: Language;
  /** How often the owner has been told of it. */
  told: Guarded<number>;
}

export const accountClaims = table<AccountClaimsTable>()({
  name: 'account_claims',
  key: ['id'],
  sweep: [{ past: ['ended_at'], graceMs: 60 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: { voidBut: { state: 'stopped' }, reason: 'because a stop holds for 30 days' },
  merge: 'drop',
  columns: {
    id: 'derived',
    account_id: isInternal,
    kind: 'in the export',
    action: 'in the export',
    way: 'in the export',
    shown: 'in the export',
    roots: 'derived',
    incident_id: 'derived',
    opened_at: 'in the export',
    due_at: 'in the export',
    state: 'in the export',
    ended_at: 'in the export',
    place: 'in the export',
    visitor: 'derived',
    language: 'in the export',
    told: 'in the export',
  },
});
