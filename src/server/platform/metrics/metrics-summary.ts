import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** Answers of one route since the start of the instance. Times in milliseconds, estimated from the buckets. */
export interface RouteSummary {
  /** Method and pattern of the route. */
  readonly route: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  /** Answers that were not what was asked for, by the code of the envelope. */
  readonly errors: Readonly<Record<string, number>>;
}

/** What an instance says of itself. */
export interface MetricsSummary {
  /** Over all routes with a time. `failed` are answers with a status of 500 and more. */
  readonly all: { readonly count: number; readonly p50: number; readonly p95: number; readonly failed: number };
  /** Most asked first. */
  readonly routes: readonly RouteSummary[];
  /** Routes that had no room. */
  readonly more: number;
  readonly values: Readonly<Record<string, number>>;
}

/** Bytes of a summary as JSON. */
export const summaryBytes = 16 * 1024;

/** Values of the process that tell an operator something; ours are all there. */
const valuesOfProcess = new Set([
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_eventloop_lag_mean_seconds',
  'process_resident_memory_bytes',
  'nodejs_heap_size_used_bytes',
  'process_cpu_seconds_total',
]);

type Sample = MetricValue<string> & { readonly metricName?: string };
type Metric = Pick<MetricObjectWithValues<Sample>, 'name' | 'type' | 'values'>;

/** Bucket limits in seconds with the number of answers that took no longer. */
type Buckets = Map<number, number>;

/** Reduces all metrics of an instance to what fits into one row. */
export function summarize(metrics: readonly Metric[]): MetricsSummary {
  const buckets = new Map<string, Buckets>();
  const errors = new Map<string, Record<string, number>>();
  const all: Buckets = new Map();
  let failed = 0;
  for (const { labels, value, metricName } of samplesOf(metrics, 'http_request_duration_seconds')) {
    if (metricName !== 'http_request_duration_seconds_bucket') continue;
    const limit = labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le']);
    const route = routeOf(labels);
    const its = buckets.get(route) ?? new Map<number, number>();
    buckets.set(route, its.set(limit, value));
    all.set(limit, value + (all.get(limit) ?? 0));
  }
  for (const { labels, value } of samplesOf(metrics, 'http_requests_total')) {
    if (Number(labels['status']) >= 500) failed += value;
    if (Number(labels['code']) < 400) continue;
    const route = routeOf(labels);
    const its = errors.get(route) ?? {};
    const code = String(labels['code']);
    its[code] = value + (its[code] ?? 0);
    errors.set(route, its);
  }
  const routes = [...buckets].map(([route, its]) => ({ route, ...timesOf(its), errors: errors.get(route) ?? {} }));
  const inOrder = routes.toSorted((a, b) => b.count - a.count || (a.route < b.route ? -1 : 1));
  return fitting({ all: { ...timesOf(all), failed }, routes: inOrder, more: 0, values: valuesOf(metrics) });
}

function samplesOf(metrics: readonly Metric[], name: string): readonly Sample[] {
  return metrics.find((metric) => metric.name === name)?.values ?? [];
}

function routeOf(labels: Sample['labels']): string {
  return `${labels['method']} ${labels['route']}`;
}

function timesOf(buckets: Buckets): { readonly count: number; readonly p50: number; readonly p95: number } {
  const count = buckets.get(Number.POSITIVE_INFINITY) ?? 0;
  return { count, p50: quantile(buckets, 0.5), p95: quantile(buckets, 0.95) };
}

/** As `histogram_quantile` of Prometheus: linear inside of a bucket, the highest limit beyond the last one. Milliseconds. */
function quantile(buckets: Buckets, part: number): number {
  const inOrder = [...buckets].toSorted(([a], [b]) => a - b);
  const total = inOrder.at(-1)?.[1] ?? 0;
  if (total === 0) return 0;
  const rank = part * total;
  let lower = { limit: 0, count: 0 };
  for (const [limit, count] of inOrder) {
    if (count >= rank) {
      const ms =
        limit === Number.POSITIVE_INFINITY
          ? lower.limit
          : lower.limit + (limit - lower.limit) * ((rank - lower.count) / (count - lower.count));
      return Math.round(ms * 10_000) / 10;
    }
    lower = { limit, count };
  }
  return 0;
}

function valuesOf(metrics: readonly Metric[]): Readonly<Record<string, number>> {
  const values: Record<string, number> = {};
  for (const { name, values: samples } of metrics) {
    const isOfProcess = name.startsWith('nodejs_') || name.startsWith('process_');
    if (name.startsWith('http_') || (isOfProcess && !valuesOfProcess.has(name))) continue;
    for (const { labels, value } of samples) {
      const label = Object.values(labels).join(' ');
      values[label === '' ? name : `${name} ${label}`] = value;
    }
  }
  return values;
}

/** Leaves out the routes that were asked for least until the rest has room. */
function fitting(summary: MetricsSummary): MetricsSummary {
  let { routes } = summary;
  for (;;) {
    const fits = { ...summary, routes, more: summary.routes.length - routes.length };
    if (routes.length === 0 || Buffer.byteLength(JSON.stringify(fits)) <= summaryBytes) return fits;
    routes = routes.slice(0, Math.floor(routes.length * 0.9));
  }
}
