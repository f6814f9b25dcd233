import { isBookkeeping, isInternal, isSecret, shortGraceMs, table, type Source } from '#server/platform/db/tables/table.ts';

/** People who are at a platform and will come back: the data behind `state`. */
export interface SocialStatesTable {
  /** SHA-256 of the state, base64url. */
  id: string;
  platform: string;
  /** Id of our app at the platform. */
  app: string;
  /** Hash of the visitor cookie of the departing browser. */
  visitor: string;
  /** The account to be linked, or '' for a sign-in. */
  account_id: string;
  /** Continue URL after signing in. */
  redirect: string;
  created_at: number;
  expires_at: number;
  source: Source;
}

export const socialStates = table<SocialStatesTable>()({
  name: 'social_states',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: shortGraceMs, every: 'minute' }],
  erase: { rows: 'go', of: 'account_id', others: 'because they are ways of a visitor to a platform' },
  restore: 'void',
  merge: 'keep',
  data: { topic: 'short', basis: 'contract', until: 'short', since: 'created_at' },
  columns: {
    id: isSecret,
    platform: 'in the export as tickets',
    app: isBookkeeping,
    visitor: 'derived from tickets',
    account_id: isInternal,
    redirect: 'in the export as tickets',
    created_at: 'in the export as tickets, a time',
    expires_at: 'derived from tickets',
    source: 'derived from tickets',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    social_states: SocialStatesTable;
  }
}
