/** The counters of `platform/rate-limit`. On SQLite they have their own file. */
export const rateWindows: readonly string[] = [
  `create table rate_windows (
    key text primary key not null,
    window_start bigint not null,
    current integer not null,
    previous integer not null,
    expires_at bigint not null
  )`,
  `create index rate_windows_by_expiry on rate_windows (expires_at)`,
];
