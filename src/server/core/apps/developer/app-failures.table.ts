import { limits } from '#contract/limits.ts';
import { day } from '#server/platform/clock.ts';
import { table } from '#server/platform/db/tables/table.ts';

const nobodys = 'not personal, because a failed request is kept without its person';

/** Failed requests of apps: equal ones of a minute are one row, and none names a person. */
export interface AppFailuresTable {
  client_id: string;
  /** The beginning of the minute, in milliseconds. */
  minute: number;
  endpoint: string;
  error: string;
  cause: string;
  /** Part of the text of the cause, at most 200 characters, or ''. */
  detail: string;
  last_request_id: string;
  count: number;
}

export const appFailures = table<AppFailuresTable>()({
  name: 'app_failures',
  key: ['client_id', 'minute', 'endpoint', 'error', 'cause', 'detail'],
  sweep: [{ past: ['minute'], graceMs: limits.failureDays * day, every: 'hour' }],
  erase: 'of nobody, because a failed request is kept without its person',
  restore: 'keep, because they tell what happened',
  merge: 'keep',
  columns: {
    client_id: nobodys,
    minute: nobodys,
    endpoint: nobodys,
    error: nobodys,
    cause: nobodys,
    detail: nobodys,
    last_request_id: nobodys,
    count: nobodys,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    app_failures: AppFailuresTable;
  }
}
