import { createAuditChainRows } from '#server/core/protection/audit/audit.repository.ts';
import { chainState } from '#server/core/protection/audit/audit-check-job.ts';
import { databaseBytes } from '#server/platform/db/database-bytes.ts';
import { newestKeys } from '#server/platform/crypto/keys.repository.ts';
import { countOverdue } from '#server/core/rights/requests/rights-requests.repository.ts';
import { createOpenidRecords } from '#server/core/apps/openid/records.repository.ts';
import type { Codes } from '#server/core/sign-in/codes/codes.ts';
import { second, type Clock, type SteadyClock } from '#server/platform/clock.ts';
import { freeBytes } from '#server/platform/observation/free-bytes.ts';
import { lastBackupAt } from '#server/platform/observation/last-backup.ts';
import { withinTime } from '#server/platform/observation/within-time.ts';
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
  const trail = createAuditChainRows(db);
  const openid = createOpenidRecords(db);
  const ageOf = (at: number): number => (clock.now() - at) / second;
  metrics.read({
    database_up: () => withinTime(db.ping()).then(Number),
    database_bytes: () => databaseBytes(db),
    disk_free_bytes: () => freeBytes(dataDir),
    backup_age_seconds: () => lastBackupAt(dataDir).then((at) => at && Math.max(0, (Date.now() - at) / second)),
    message_tries_failed_total: () => worker.tries().failed,
    messages_taken_total: () => worker.tries().taken,
    outbox_messages: async () => (await queue.backlog()).count,
    async outbox_oldest_seconds() {
      const { oldestAt } = await queue.backlog();
      return oldestAt === undefined ? 0 : ageOf(oldestAt);
    },
    message_budget_used: () => lanes.fill(),
    codes_not_taken: () => codes.notTaken(),
    codes_sent_total: () => worker.codes().sent,
    codes_redeemed_total: () => codes.redeemed(),
    codes_discarded_total: () => worker.codes().discarded,
    password_hashes_waiting: () => hasher.waiting(),
    password_hashes_refused_total: () => hasher.refused(),
    encrypted_bodies_waiting: () => fieldDecryption.waiting(),
    encrypted_bodies_refused_total: () => fieldDecryption.refused(),
    requests_overdue: () => countOverdue(db, clock.now()),
    audit_rows_unsealed: () => trail.countUnsealed(),
    async audit_seals_unchecked() {
      const [last, state] = [await trail.head(), await chainState({ db, clock })];
      return Math.max(0, (last?.number ?? 0) - (state?.through ?? 0));
    },
    audit_faults: async () => (await chainState({ db, clock }))?.faults ?? 0,
    stranger_rows: async () => (await openid.ofStrangers()).rows,
    async key_age_seconds() {
      const keys = await newestKeys(db);
      return Object.fromEntries(keys.map(({ purpose, madeAt }) => [purpose, ageOf(madeAt)]));
    },
    clock_lead_seconds: () => steady.lead() / second,
  });
}
