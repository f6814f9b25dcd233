import type { DataTopic } from '#contract/vocabulary/kept-data.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { RequestChannel, RequestKind, RequestOutcome, RequestState } from '#contract/vocabulary/rights-requests.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Questions and requests of people about their data (`core/rights-requests`). Times are milliseconds. */
export interface RightsRequestsTable {
  id: string;
  /** Null for a person without an account, whose request an operator has entered. */
  account_id: string | null;
  /** For mails and telephones: `7K2Q-9DMX`. */
  number: string;
  kind: RequestKind;
  /** The part of "Your data" that it is about. */
  topic: DataTopic | null;
  channel: RequestChannel;
  /** Decides the deadline. */
  region: RegionOrNone;
  state: Guarded<RequestState>;
  received_at: number;
  due_at: Guarded<number>;
  /** 1 after the one extension. */
  extended: Guarded<number>;
  /** The last reminder that the desk had (`deskStep`). */
  told: Guarded<number>;
  /** When it was answered or withdrawn. */
  answered_at: Guarded<number | null>;
  outcome: Guarded<RequestOutcome | null>;
  /** The rule that an answer names, or ''. */
  law: Guarded<string>;
  /** From the page: a repeated call is the same request. */
  client_key: string;
}

/** An answered request stays for three years, so that both sides can show that it was answered. */
export const keptAfterAnswer = 3 * 365 * day;

export const rightsRequests = table<RightsRequestsTable>()({
  name: 'rights_requests',
  key: ['id'],
  sweep: [{ past: ['answered_at'], graceMs: keptAfterAnswer, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'requests', others: 'because a person without an account has sent them' },
  restore: 'keep, because their deadlines run on',
  merge: 'keep',
  data: { topic: 'requests', basis: 'law', until: 'swept', since: 'received_at' },
  columns: {
    id: isRandom,
    account_id: isInternal,
    number: 'in the export as requests',
    kind: 'in the export as requests',
    topic: 'in the export as requests',
    channel: 'in the export as requests',
    region: 'in the export as requests',
    state: 'in the export as requests',
    received_at: 'in the export as requests, a time',
    due_at: 'in the export as requests, a time',
    extended: 'in the export as requests, a switch',
    told: isBookkeeping,
    answered_at: 'in the export as requests, a time',
    outcome: 'in the export as requests',
    law: 'in the export as requests',
    client_key: isRandom,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    rights_requests: RightsRequestsTable;
  }
}
