/** How a value comes about: now, or counted since the start of the process. */
export interface MetricRow {
  readonly kind: 'gauge' | 'counter';
  /** One label of each value; absent for a single value. */
  readonly label?: string;
  /** For the page of metrics and for Prometheus. */
  readonly help: string;
}

/**
 * The metrics besides those of requests and of the process, by their names without `cedar_`. `app/measure.ts` reads each; the page of
 * metrics is made of it.
 */
export const metricTable = {
  database_up: { kind: 'gauge', help: 'Whether the database answers this instance: 1, or 0.' },
  database_bytes: { kind: 'gauge', help: 'Size of the database.' },
  disk_free_bytes: { kind: 'gauge', help: 'Free space of the disk with the data folder of this instance.' },
  backup_age_seconds: { kind: 'gauge', help: 'Age of the last backup that was verified, or noted by `backup noted`; nothing without one.' },
  message_tries_failed_total: {
    kind: 'counter',
    label: 'channel',
    help: 'Tries of this instance to hand over a mail or an SMS that failed for a reason that concerns every message.',
  },
  messages_taken_total: {
    kind: 'counter',
    label: 'channel',
    help: 'Mails and SMS of this instance that a mail server or a provider took.',
  },
  outbox_messages: { kind: 'gauge', help: 'Mails and SMS of all instances that have not left yet.' },
  outbox_oldest_seconds: { kind: 'gauge', help: 'Age of the oldest message that has not left; 0 without one.' },
  message_budget_used: {
    kind: 'gauge',
    label: 'budget',
    help: 'How much of each budget of the site is used up, from 0 to 1; of all instances.',
  },
  codes_not_taken: { kind: 'gauge', help: 'Codes of the last ten minutes that no provider of SMS and no mail server took.' },
  codes_sent_total: {
    kind: 'counter',
    label: 'channel',
    help: 'Codes of this instance that were handed to a provider of SMS or a mail server.',
  },
  codes_redeemed_total: { kind: 'counter', label: 'channel', help: 'Codes that were redeemed at this instance.' },
  codes_discarded_total: {
    kind: 'counter',
    label: 'channel',
    help: 'Codes of this instance that went nowhere, because nobody has such an account.',
  },
  password_hashes_waiting: { kind: 'gauge', help: 'Passwords that wait for a thread of this instance.' },
  password_hashes_refused_total: {
    kind: 'counter',
    label: 'reason',
    help: 'Passwords of this instance that were not hashed, because too many waited.',
  },
  encrypted_bodies_waiting: { kind: 'gauge', help: 'Bodies with encrypted fields that wait for a thread of this instance.' },
  encrypted_bodies_refused_total: {
    kind: 'counter',
    label: 'reason',
    help: 'Bodies of this instance that were not decrypted, because too many waited.',
  },
  requests_overdue: { kind: 'gauge', help: 'Requests about data that are open although their date has come.' },
  audit_rows_unsealed: { kind: 'gauge', help: 'Rows of the audit trail that are under no seal yet: those of the last minute.' },
  audit_seals_unchecked: { kind: 'gauge', help: 'Seals of the audit trail that no check has verified yet: those of the last minutes.' },
  audit_faults: { kind: 'gauge', help: 'Faults that checks of the audit trail have found in the last week.' },
  stranger_rows: { kind: 'gauge', help: 'Requests of apps and codes of devices whose person has not signed in.' },
  key_age_seconds: { kind: 'gauge', label: 'purpose', help: 'Age of the newest key of each purpose.' },
  clock_lead_seconds: { kind: 'gauge', help: 'How far the time of this instance is ahead of the clock of its machine.' },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof metricTable;

type Values = Readonly<Record<string, number>>;

/** What is read at each scrape: by the label's values, or one value. Undefined is left out, like what cannot be read. */
type ReadOf<Name extends MetricName> = (typeof metricTable)[Name] extends { readonly label: string }
  ? () => Values | Promise<Values>
  : () => number | undefined | Promise<number | undefined>;

/** How each metric is read: a row without a reader does not compile. */
export type MetricReaders = { readonly [Name in MetricName]: ReadOf<Name> };

/** The prefix of our own names. */
export const metricPrefix = 'cedar_';
