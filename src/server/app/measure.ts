import { statfsSync } from 'node:fs';
import { createAuditChainRows } from '#server/core/protection/audit/audit.repository.ts';
import { chainState } from '#server/core/protection/audit/audit-check-job.ts';
import { databaseBytes } from '#server/platform/db/database-bytes.ts';
import { newestKeys } from '#server/platform/crypto/keys.repository.ts';
import { countOverdue } from '#server/core/rights/requests/rights-requests.repository.ts';
import { createOpenidRecords } from '#server/core/apps/openid/records.repository.ts';
import type { Codes } from '#server/core/sign-in/codes/codes.ts';
import type { Clock, SteadyClock } from '#server/platform/clock.ts';
import type { FieldDecryption } from '#server/platform/crypto/field-decryption.ts';
import type { PasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Metrics } from '#server/platform/observation/metrics/metrics.ts';
import type { Lanes } from '#server/platform/sending/outbox/lanes.ts';
import type { OutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import type { OutboxWorker } from '#server/platform/sending/outbox/outbox-worker.ts';

/** Values besides requests that show an operator trouble: unsent messages, waiting passwords. */
export function measure(
  metrics: Metrics,
  {
    db,
    queue,
    worker,
    lanes,
    codes,
    hasher,
    fieldDecryption,
    clock,
    steady,
    dataDir,
    version,
  }: {
    readonly db: Db;
    readonly queue: OutboxQueue;
    readonly worker: OutboxWorker;
    readonly lanes: Lanes;
    readonly codes: Codes;
    readonly hasher: PasswordHasher;
    readonly fieldDecryption: FieldDecryption;
    readonly clock: Clock;
    readonly steady: SteadyClock;
    readonly dataDir: string;
    /** Of the product. */
    readonly version: string;
  },
): void {
  metrics.gauges('build_info', 'The version of the product that this instance runs: 1.', {
    label: 'version',
    read: () => ({ [version]: 1 }),
  });
  metrics.gauge('password_hashes_waiting', 'Passwords that wait for a thread of this instance.', () => hasher.waiting());
  metrics.counter('password_hashes_refused_total', 'Passwords of this instance that were not hashed, because too many waited.', {
    label: 'reason',
    read: () => hasher.refused(),
  });
  metrics.gauge('encrypted_bodies_waiting', 'Bodies with encrypted fields that wait for a thread of this instance.', () =>
    fieldDecryption.waiting(),
  );
  metrics.counter('encrypted_bodies_refused_total', 'Bodies of this instance that were not decrypted, because too many waited.', {
    label: 'reason',
    read: () => fieldDecryption.refused(),
  });
  metrics.gauge('codes_not_taken', 'Codes of the last ten minutes that no provider of SMS and no mail server took.', () =>
    codes.notTaken(),
  );
  metrics.counter('codes_sent_total', 'Codes of this instance that were handed to a provider of SMS or a mail server.', {
    label: 'channel',
    read: () => worker.codes().sent,
  });
  metrics.counter('codes_redeemed_total', 'Codes that were redeemed at this instance.', {
    label: 'channel',
    read: () => codes.redeemed(),
  });
  metrics.counter('codes_discarded_total', 'Codes of this instance that went nowhere, because nobody has such an account.', {
    label: 'channel',
    read: () => worker.codes().discarded,
  });
  metrics.gauges('message_budget_used', 'How much of each budget of the site is used up, from 0 to 1; of all instances.', {
    label: 'budget',
    read: () => lanes.fill(),
  });
  metrics.gauge(
    'clock_lead_seconds',
    'How far the time of this instance is ahead of the clock of its machine.',
    () => steady.lead() / 1000,
  );
  metrics.gauge('clock_steps_back', 'Steps back of the clock of the machine since the start.', () => steady.stepsBack());
  metrics.gauge('outbox_messages', 'Mails and SMS of all instances that have not left yet.', async () => (await queue.backlog()).count);
  metrics.gauge('requests_overdue', 'Requests about data that are open although their date has come.', () => countOverdue(db, clock.now()));
  metrics.gauge('disk_free_bytes', 'Free space of the disk with the data folder of this instance.', () => {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize;
  });
  metrics.gauge('database_bytes', 'Size of the database.', () => databaseBytes(db));
  const trail = createAuditChainRows(db);
  metrics.gauge('audit_rows_unsealed', 'Rows of the audit trail that are under no seal yet: those of the last minute.', () =>
    trail.countUnsealed(),
  );
  metrics.gauge('audit_faults', 'Faults that checks of the audit trail have found in the last week.', async () => {
    return (await chainState({ db, clock }))?.faults ?? 0;
  });
  metrics.gauge(
    'audit_seals_unchecked',
    'Seals of the audit trail that no check has verified yet: those of the last minutes.',
    async () => {
      const [last, state] = [await trail.head(), await chainState({ db, clock })];
      return Math.max(0, (last?.number ?? 0) - (state?.through ?? 0));
    },
  );
  metrics.gauges('key_age_seconds', 'Age of the newest key of each purpose.', {
    label: 'purpose',
    async read() {
      const keys = await newestKeys(db);
      return Object.fromEntries(keys.map(({ purpose, madeAt }) => [purpose, (clock.now() - madeAt) / 1000]));
    },
  });
  const openid = createOpenidRecords(db);
  metrics.gauge('stranger_rows', 'Requests of apps and codes of devices whose person has not signed in.', async () => {
    return (await openid.ofStrangers()).rows;
  });
  metrics.gauge('stranger_bytes', 'What those rows hold.', async () => (await openid.ofStrangers()).bytes);
  metrics.gauge('outbox_oldest_seconds', 'Age of the oldest message that has not left; 0 without one.', async () => {
    const { oldestAt } = await queue.backlog();
    return oldestAt === undefined ? 0 : (clock.now() - oldestAt) / 1000;
  });
}
