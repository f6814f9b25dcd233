import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditCheckJob } from '#server/core/audit/audit-check-job.ts';
import type { Figures } from '#server/core/figures/figures.ts';
import { instanceJob } from '#server/core/instances/instances.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import type { OutboxWorker } from '#server/platform/outbox/outbox-worker.ts';
import type { OpenPlatform } from './wire-platform.ts';

interface Numbered {
  readonly figures: Figures;
  readonly metrics: Metrics;
  readonly worker: Pick<OutboxWorker, 'codes'>;
  readonly version: string;
  /** Tells leads and auditors that the trail is not as it was written. */
  readonly alarm: () => Promise<void>;
}

/** The jobs behind the numbers of the desk: figures, the report of this instance, checks of the audit chain. */
export function openNumbers(
  { store, log }: Pick<OpenPlatform, 'store' | 'log'>,
  { figures, metrics, worker, version, alarm }: Numbered,
): readonly Job[] {
  figures.follow(() => {
    const { sent } = worker.codes();
    return { codesSentBySms: sent.sms, codesSentByEmail: sent.email };
  });
  return [figures.job, instanceJob({ ...store, metrics, version }), auditCheckJob({ ...store, log, alarm })];
}

/** The version of the product. */
export async function ownVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file
  return (JSON.parse(text) as { readonly version: string }).version;
}
