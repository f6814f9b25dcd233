import { hostname } from 'node:os';
import type { Db } from '#server/core/database.ts';
import { minute, second, type Clock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { MetricsSummary } from '#server/platform/metrics/metrics-summary.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import { listReports, writeReport } from './instance-reports.repository.ts';

/** An instance that has not reported for this long is gone. */
export const goneAfterMs = minute;

export interface InstanceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'summary'>;
  /** Of the product. */
  readonly version: string;
}

/** Writes what this instance says of itself, every ten seconds, over the row before. */
export function instanceJob({ db, clock, metrics, version }: InstanceDeps): Job {
  // The name of a machine alone is not enough: two instances may share one.
  const instance = `${hostname()}-${process.pid}-${newId().slice(0, 4)}`;
  const startedAt = clock.now();
  return {
    everyMs: 10 * second,
    firstAfterMs: second,
    failure: 'the report of this instance could not be written',
    async run() {
      const summary = JSON.stringify(await metrics.summary());
      await writeReport(db, { instance, started_at: startedAt, at: clock.now(), version, summary });
    },
  };
}

/** The last report of an instance. Times in milliseconds. */
export interface InstanceReport {
  readonly instance: string;
  readonly startedAt: number;
  readonly at: number;
  readonly version: string;
  readonly isGone: boolean;
  /** Undefined where it cannot be read: another version may write it in another form. */
  readonly summary: MetricsSummary | undefined;
}

/** All instances of the last day, by name. */
export async function readInstances({ db, clock }: Pick<InstanceDeps, 'db' | 'clock'>): Promise<readonly InstanceReport[]> {
  const now = clock.now();
  const rows = await listReports(db);
  return rows.map(({ instance, started_at: startedAt, at, version, summary }) => ({
    instance,
    startedAt,
    at,
    version,
    isGone: now - at > goneAfterMs,
    summary: readSummary(summary),
  }));
}

/** A value that could not be read when the report was written is null. */
function readSummary(text: string): MetricsSummary | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked at below
    const summary = JSON.parse(text) as MetricsSummary;
    const { all, routes, more, values } = summary;
    const numbers = [all.count, all.p50, all.p95, all.failed, more, ...routes.flatMap(numbersOf)];
    const named = Object.values<unknown>(values).every((value) => value === null || Number.isFinite(value));
    return named && numbers.every(Number.isFinite) && routes.every(({ route }) => typeof route === 'string') ? summary : undefined;
  } catch {
    return undefined;
  }
}

function numbersOf({ count, p50, p95, errors }: MetricsSummary['routes'][number]): readonly number[] {
  return [count, p50, p95, ...Object.values(errors)];
}
