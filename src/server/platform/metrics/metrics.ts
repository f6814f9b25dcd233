import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One answered request, as the log line has it too. */
export interface ObservedRequest {
  readonly method: string;
  /** The pattern of the route, never the address itself. */
  readonly route: string;
  /** HTTP status. */
  readonly status: number;
  /** The code of the envelope (contract section 1); the status where there is no envelope. */
  readonly code: number;
  /** From the first byte of the request to the answer, in milliseconds; undefined for pages and files. */
  readonly ms: number | undefined;
}

/** Values by the values of one label. */
interface Labelled<Values> {
  readonly label: string;
  readonly read: () => Values;
}

/** What Prometheus may ask for. Labels hold no address, no identifier and nothing of a person. */
export interface Metrics {
  observe(request: ObservedRequest): void;
  /** A value that is read when Prometheus asks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Values that are read when Prometheus asks, by one label. */
  gauges(name: string, help: string, by: Labelled<Promise<Readonly<Record<string, number>>>>): void;
  /** What was counted since the start, by one label: read when Prometheus asks. */
  counter(name: string, help: string, by: Labelled<Readonly<Record<string, number>>>): void;
  /** The text format of Prometheus. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Seconds: reads take about a millisecond, a password some tens. */
const durationBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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
      const gauge = new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          gauge.set(await read());
        },
      });
    },
    gauges(name, help, { label, read }) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          for (const [value, level] of Object.entries(await read())) gauge.set({ [label]: value }, level);
        },
      });
    },
    counter(name, help, { label, read }) {
      const counter = new Counter({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          counter.reset();
          for (const [value, count] of Object.entries(read())) counter.inc({ [label]: value }, count);
        },
      });
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
