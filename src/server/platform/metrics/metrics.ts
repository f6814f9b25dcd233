import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { summarize, type MetricsSummary } from './metrics-summary.ts';

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

/** Values by the values of one label. */
interface Labelled<Values> {
  readonly label: string;
  readonly read: () => Values;
}

/** The metrics for Prometheus. Labels hold no client IP, no identifier and no personal data. */
export interface Metrics {
  observe(request: ObservedRequest): void;
  /** A value of this instance that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void;
  /** A value of the whole site, read from the database at each scrape. */
  siteGauge(name: string, help: string, read: () => Promise<number>): void;
  /** Values of the site by one label, read at each scrape. */
  siteGauges(name: string, help: string, by: Labelled<Promise<Readonly<Record<string, number>>>>): void;
  /** Counts since the start by one label, read at each scrape. */
  counter(name: string, help: string, by: Labelled<Readonly<Record<string, number>>>): void;
  /** The text format of Prometheus. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
  /** This instance in at most 16 KB. Reads no value of the site. */
  summary(): Promise<MetricsSummary>;
  /** Present values of the site by name; undefined for one that cannot be read now. */
  ofSite(): Promise<Readonly<Record<string, SiteValue | undefined>>>;
}

/** A value, or values by a label. */
export type SiteValue = number | Readonly<Record<string, number>>;

/** Seconds: reads take about a millisecond, a password a few tens. */
const durationBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Reads anew. What cannot be read now is left out: it is not zero, and takes nothing else with it. */
async function readInto<Value>(
  metric: { reset(): void; remove?: () => void },
  read: () => Value | Promise<Value>,
  write: (value: Value) => void,
): Promise<void> {
  try {
    const value = await read();
    metric.reset();
    write(value);
  } catch {
    metric.reset();
    metric.remove?.();
  }
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  // Values of the site need the database: one reading serves all instances, and a summary has none.
  const ofSite = new Registry();
  const site = new Map<string, () => Promise<SiteValue>>();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests by route, HTTP status and code of the envelope.',
    labelNames: ['method', 'route', 'status', 'code'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the answer of the calls of the contract.',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return {
    observe({ method, route, status, code, ms }) {
      requests.inc({ method, route, status, code });
      if (ms !== undefined) durations.observe({ method, route }, ms / 1000);
    },
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect: () => readInto(gauge, read, (value) => gauge.set(value)),
      });
    },
    siteGauge(name, help, read) {
      site.set(name, read);
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [ofSite],
        collect: () => readInto(gauge, read, (value) => gauge.set(value)),
      });
    },
    siteGauges(name, help, { label, read }) {
      site.set(name, read);
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [ofSite],
        // Without labels there is nothing to remove.
        collect: () =>
          readInto({ reset: () => gauge.reset() }, read, (values) => {
            for (const [value, level] of Object.entries(values)) gauge.set({ [label]: value }, level);
          }),
      });
    },
    counter(name, help, { label, read }) {
      const counter: Counter = new Counter({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect: () =>
          readInto({ reset: () => counter.reset() }, read, (values) => {
            for (const [value, count] of Object.entries(values)) counter.inc({ [label]: value }, count);
          }),
      });
    },
    async render() {
      const texts = await Promise.all([registry.metrics(), ofSite.metrics()]);
      return { contentType: registry.contentType, text: texts.join('\n') };
    },
    async summary() {
      return summarize(await registry.getMetricsAsJSON());
    },
    async ofSite() {
      const values = [...site].map(async ([name, read]) => [name, await read().catch(() => undefined)] as const);
      return Object.fromEntries(await Promise.all(values));
    },
  };
}
