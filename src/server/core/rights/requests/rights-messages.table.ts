import type { RequestAuthor } from '#contract/vocabulary/rights-requests.ts';
import { isBookkeeping, isInternal, isRandom, table } from '#server/platform/db/tables/table.ts';
import { keptAfterAnswer } from './rights-requests.table.ts';

/** The threads of requests (`rights-requests.table.ts`). */
export interface RightsMessagesTable {
  id: string;
  request_id: string;
  /** Account of the request. */
  account_id: string | null;
  at: number;
  /** In its thread, from 0. */
  position: number;
  author: RequestAuthor;
  /** The text, sealed: people write here what they would write nowhere else. */
  sealed: string;
}

export const rightsMessages = table<RightsMessagesTable>()({
  name: 'rights_messages',
  key: ['id'],
  sweep: [{ past: ['at'], graceMs: keptAfterAnswer, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', others: 'because a person without an account has sent them' },
  restore: 'keep, because they belong to requests whose deadlines run on',
  merge: 'keep',
  data: { topic: 'requests', basis: 'law', until: 'swept', since: 'at' },
  columns: {
    id: isRandom,
    request_id: isRandom,
    account_id: isInternal,
    at: 'in the export as requests, a time',
    position: isBookkeeping,
    author: 'in the export as requests',
    sealed: 'in the export as requests, opened',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    rights_messages: RightsMessagesTable;
  }
}
