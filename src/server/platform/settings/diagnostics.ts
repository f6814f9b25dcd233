import { integer, link, oneOf, port, text } from './parsers.ts';
import { ConfigError, reader, type Settings, type Site, type Source } from './setting.ts';

export const diagnosticSettings = {
  LOG_LEVEL: {
    parser: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    meaning: 'The least severe lines that are logged; debug adds a line for each successful read.',
  },
  METRICS_PORT: { parser: port, meaning: 'The TCP port of `GET /metrics` for Prometheus. Without it there are no metrics.' },
  METRICS_HOST: {
    parser: text,
    type: 'address or name',
    default: '127.0.0.1',
    meaning: 'The address that the metrics are served on; they are not for the public.',
  },
  OTLP_TRACES_URL: {
    parser: link,
    type: 'address',
    meaning: 'Where a collector takes traces as OTLP over HTTP (`http://127.0.0.1:4318/v1/traces`); without it there are none.',
  },
  TRACE_SAMPLE_PERCENT: {
    parser: integer(0, 100),
    unit: 'of 100',
    default: '10',
    meaning: 'The share of traces begun here that is sent; a trusted proxy decides about its own (traceparent).',
  },
} as const satisfies Settings;

export type DiagnosticConfig = Readonly<ReturnType<typeof readDiagnostics>>;

export function readDiagnostics(source: Source, site: Site) {
  const read = reader(diagnosticSettings, source, site);
  const metricsPort = read('METRICS_PORT');
  if (metricsPort === site.port) throw new ConfigError('METRICS_PORT', 'must not be PORT: the metrics are not for the public.');
  const url = read('OTLP_TRACES_URL');
  return {
    logLevel: read('LOG_LEVEL'),
    /** The listening address for Prometheus; undefined: metrics are off. */
    metrics: metricsPort === undefined ? undefined : { host: read('METRICS_HOST'), port: metricsPort },
    /** The collector of traces; undefined: tracing is off. */
    tracing: url === undefined ? undefined : { url, samplePercent: read('TRACE_SAMPLE_PERCENT') },
  };
}
