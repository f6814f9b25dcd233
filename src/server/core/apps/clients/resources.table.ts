import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/** APIs of the operator, for which apps ask for access tokens (RFC 8707). */
export interface OpenidResourcesTable {
  /** The address that apps name as `resource`, and the audience of the tokens. */
  id: string;
  /** JSON: the texts of each scope, by language. */
  scopes: string;
  /** The life of an access token. */
  token_seconds: number;
  format: string;
  /** The client that may ask what a token for this API is worth; null for none. */
  introspector: string | null;
  created_at: number;
}

export const openidResources = table<OpenidResourcesTable>()({
  name: 'openid_resources',
  key: ['id'],
  sweep: 'never, because an operator removes them',
  erase: 'of nobody, because they are APIs of the operator',
  restore: 'keep, because they are what the operator has set up',
  merge: 'keep',
  columns: {
    id: isBookkeeping,
    scopes: isBookkeeping,
    token_seconds: isBookkeeping,
    format: isBookkeeping,
    introspector: isBookkeeping,
    created_at: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    openid_resources: OpenidResourcesTable;
  }
}
