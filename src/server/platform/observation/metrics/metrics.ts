import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

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
interface Labelled<Read> {
  readonly label: string;
  readonly read: () => Read;
}

/** The metrics for Prometheus. Labels hold no client IP, no identifier and no personal data. */
export interface Metrics {
  observe(request: ObservedRequest): void;
  /** A value that is read at each scrape: of this instance, or of the whole site from the database. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Values by one label, read at each scrape. */
  gauges(name: string, help: string, by: Labelled<Values | Promise<Values>>): void;
  /** Counts since the start by one label, read at each scrape. */
  counter(name: string, help: string, by: Labelled<Values>): void;
  /** The text format of Prometheus. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

type Values = Readonly<Record<string, number>>;

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
    gauges(name, help, { label, read }) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
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
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
