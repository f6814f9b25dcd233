import { statfsSync } from 'node:fs';
import { createAuditChainRows } from '#server/core/audit/audit.repository.ts';
import { databaseBytes } from '#server/core/instances/site-facts.repository.ts';
import { countOverdue } from '#server/core/rights-requests/rights-requests.repository.ts';
import { createOpenidRecords } from '#server/core/openid/records.repository.ts';
import type { Codes } from '#server/core/codes/codes.ts';
import type { Clock, SteadyClock } from '#server/platform/clock.ts';
import type { FieldDecryption } from '#server/platform/crypto/field-decryption.ts';
import type { PasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import type { Db } from '#server/core/database.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import type { Lanes } from '#server/platform/outbox/lanes.ts';
import type { OutboxQueue } from '#server/platform/outbox/outbox-queue.ts';
import type { OutboxWorker } from '#server/platform/outbox/outbox-worker.ts';

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
  },
): void {
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
  metrics.siteGauge('codes_not_taken', 'Codes of the last ten minutes that no provider of SMS and no mail server took.', () =>
    codes.notTaken(),
  );
  metrics.counter('codes_sent_total', 'Codes of this instance that were handed to a provider of SMS or a mail server.', {
    label: 'channel',
    read: () => worker.codes().sent,
  });
  metrics.counter('codes_discarded_total', 'Codes of this instance that went nowhere, because nobody has such an account.', {
    label: 'channel',
    read: () => worker.codes().discarded,
  });
  metrics.siteGauges('message_budget_used', 'How much of each budget of the site is used up, from 0 to 1; of all instances.', {
    label: 'budget',
    read: () => lanes.fill(),
  });
  metrics.gauge(
    'clock_lead_seconds',
    'How far the time of this instance is ahead of the clock of its machine.',
    () => steady.lead() / 1000,
  );
  metrics.gauge('clock_steps_back', 'Steps back of the clock of the machine since the start.', () => steady.stepsBack());
  metrics.siteGauge('outbox_messages', 'Mails and SMS of all instances that have not left yet.', async () => (await queue.backlog()).count);
  metrics.siteGauge('requests_overdue', 'Requests about data that are open although their date has come.', () =>
    countOverdue(db, clock.now()),
  );
  metrics.gauge('disk_free_bytes', 'Free space of the disk with the data folder of this instance.', () => {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize;
  });
  metrics.siteGauge('database_bytes', 'Size of the database.', () => databaseBytes(db));
  const trail = createAuditChainRows(db);
  metrics.siteGauge('audit_rows_unsealed', 'Rows of the audit trail that are under no seal yet: those of the last minute.', () =>
    trail.countUnsealed(),
  );
  const openid = createOpenidRecords(db);
  metrics.siteGauge('stranger_rows', 'Requests of apps and codes of devices whose person has not signed in.', async () => {
    return (await openid.ofStrangers()).rows;
  });
  metrics.siteGauge('stranger_bytes', 'What those rows hold.', async () => (await openid.ofStrangers()).bytes);
  metrics.siteGauge('outbox_oldest_seconds', 'Age of the oldest message that has not left; 0 without one.', async () => {
    const { oldestAt } = await queue.backlog();
    return oldestAt === undefined ? 0 : (clock.now() - oldestAt) / 1000;
  });
}
