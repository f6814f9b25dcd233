import { metricPrefix, metricTable, type MetricRow } from '#server/platform/observation/metrics/metric-table.ts';
import { requestMetrics } from '#server/platform/observation/metrics/metrics.ts';

/** The page of metrics: each with its meaning, and the alerts that read it. */
export function metricsPage(alerts: string): string {
  const ofAlerts = Array.from(alerts.matchAll(/- alert: (\w+)\n +expr: (.+)/g), ([, name = '', expr = '']) => [name, expr] as const);
  const alertsOn = (name: string): string =>
    [...new Set(ofAlerts.filter(([, expr]) => new RegExp(`\\b${name}(?:_bucket)?\\{`).test(expr)).map(([title]) => title))].join(', ');
  const rows: readonly (readonly [string, Pick<MetricRow, 'help' | 'label'>])[] = [
    ...Object.values(requestMetrics).map(({ name, help }) => [name, { help }] as const),
    ...Object.entries<MetricRow>(metricTable).map(([name, row]) => [`${metricPrefix}${name}`, row] as const),
  ];
  const lines = rows.map(([name, { help, label }]) => {
    const read = alertsOn(name);
    return `- \`${name}\`: ${help}${label === undefined ? '' : ` By \`${label}\`.`}${read === '' ? '' : ` *${read}*`}`;
  });
  return `# Metrics

With \`METRICS_PORT\` set, \`GET /metrics\` on that port gives these to Prometheus, beside those of the process (\`process_*\`, \`nodejs_*\`).
Labels hold no personal data. A value that cannot be read is left out. In italics: the alerts of \`deploy/prometheus/alerts.yml\` that read it;
\`deploy/grafana/dashboard.json\` has panels. \`vitest run src/server/app/measure.test.ts -u\` makes this page.

${lines.join('\n')}
`;
}
