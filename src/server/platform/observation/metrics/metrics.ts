import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { release } from '#server/platform/observation/release.ts';
import { metricPrefix, metricTable, type MetricName, type MetricReaders, type MetricRow as Row } from './metric-table.ts';

/** One answered request, as in its log line. */
export interface ObservedRequest {
  readonly method: string;
  /** The pattern of the route, never the URL itself. */
  readonly route: string;
  /** HTTP status. */
  readonly status: number;
  /** The code of the envelope (contract section 1), or the status without an envelope. */
  readonly code: number;
  /** From the first byte of the request to the answer, in milliseconds; undefined for pages and files. */
  readonly ms: number | undefined;
}

/** The metrics for Prometheus. Labels hold no client IP, no identifier and no personal data. */
export interface Metrics {
  observe(request: ObservedRequest): void;
  /** Takes the values of the table, which are read at each scrape: of this instance, or of the whole site from the database. */
  read(readers: MetricReaders): void;
  /** The text format of Prometheus. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Seconds: reads take about a millisecond, a password a few tens. */
const durationBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const requestMetrics = {
  requests: { name: `${metricPrefix}http_requests_total`, help: 'Answered requests by route, HTTP status and code of the envelope.' },
  durations: {
    name: `${metricPrefix}http_request_duration_seconds`,
    help: 'Time from the request to the answer of the calls of the contract.',
  },
  build: { name: `${metricPrefix}build_info`, help: 'Version and commit that this instance runs: 1.' },
} as const;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    ...requestMetrics.requests,
    labelNames: ['method', 'route', 'status', 'code'],
    registers: [registry],
  });
  const durations = new Histogram({
    ...requestMetrics.durations,
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers: [registry],
  });
  new Gauge({ ...requestMetrics.build, labelNames: ['version', 'commit'], registers: [registry] }).set({ ...release }, 1);
  return {
    observe({ method, route, status, code, ms }) {
      requests.inc({ method, route, status, code });
      if (ms !== undefined) durations.observe({ method, route }, ms / 1000);
    },
    read(readers) {
      for (const [name, { kind, help, label }] of Object.entries<Row>(metricTable)) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has this name
        const read: () => Reading | Promise<Reading> = readers[name as MetricName];
        const about = { name: `${metricPrefix}${name}`, help, labelNames: label === undefined ? [] : [label], registers: [registry] };
        const collect = async (): Promise<void> => writeInto(metric, label, await readOrNothing(read));
        const metric: Counter | Gauge = kind === 'counter' ? new Counter({ ...about, collect }) : new Gauge({ ...about, collect });
      }
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

type Reading = number | Readonly<Record<string, number>> | undefined;

/** What cannot be read now is left out: it is not zero, and takes nothing else with it. */
async function readOrNothing(read: () => Reading | Promise<Reading>): Promise<Reading> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

function writeInto(metric: Counter | Gauge, label: string | undefined, value: Reading): void {
  metric.reset();
  // Without labels a reset leaves a zero.
  if (value === undefined) metric.remove();
  else if (typeof value === 'number') metric.inc(value);
  else for (const [key, each] of Object.entries(value)) metric.inc({ [label ?? '']: key }, each);
}
