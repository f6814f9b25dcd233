/** How a value of an instance or of the site is read. */
export type HealthUnit = 'count' | 'seconds' | 'bytes';

interface HealthValue {
  readonly unit: HealthUnit;
  /** The section of `docs/operations.md` that says what to do. */
  readonly anchor: string;
  /** From here on the page shows it as trouble; for `disk_free_bytes`, below it. */
  readonly worry?: number;
}

/** Values of the whole site, by the names of the metrics. */
export const siteValues = {
  outbox_messages: { unit: 'count', anchor: 'messages-that-have-not-left', worry: 1000 },
  outbox_oldest_seconds: { unit: 'seconds', anchor: 'messages-that-have-not-left', worry: 60 },
  codes_not_taken: { unit: 'count', anchor: 'codes-that-nobody-took', worry: 10 },
  requests_overdue: { unit: 'count', anchor: 'requests-past-their-date', worry: 1 },
  audit_rows_unsealed: { unit: 'count', anchor: 'rows-under-no-seal', worry: 5000 },
  stranger_rows: { unit: 'count', anchor: 'rows-of-strangers', worry: 100_000 },
  stranger_bytes: { unit: 'bytes', anchor: 'rows-of-strangers', worry: 500_000_000 },
  database_bytes: { unit: 'bytes', anchor: 'disk-and-database' },
} as const satisfies Readonly<Record<string, HealthValue>>;

/** Values of one instance. */
export const instanceValues = {
  password_hashes_waiting: { unit: 'count', anchor: 'passwords-and-bodies-that-wait', worry: 10 },
  encrypted_bodies_waiting: { unit: 'count', anchor: 'passwords-and-bodies-that-wait', worry: 50 },
  nodejs_eventloop_lag_p99_seconds: { unit: 'seconds', anchor: 'the-event-loop', worry: 0.2 },
  process_resident_memory_bytes: { unit: 'bytes', anchor: 'memory-of-a-process', worry: 1_500_000_000 },
  clock_lead_seconds: { unit: 'seconds', anchor: 'clocks', worry: 1 },
  disk_free_bytes: { unit: 'bytes', anchor: 'disk-and-database', worry: 1_000_000_000 },
} as const satisfies Readonly<Record<string, HealthValue>>;

/** Where the page leads for what is no single value. */
export const healthAnchors = {
  instances: 'an-instance-that-is-gone',
  routes: 'answers-by-route',
  budgets: 'budgets-of-messages',
  chain: 'faults-of-the-audit-chain',
  keys: 'ages-of-keys',
} as const;
