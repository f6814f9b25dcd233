import { metricPrefix, metricTable, type MetricRow } from '#server/platform/observation/metrics/metric-table.ts';
import { requestMetrics } from '#server/platform/observation/metrics/metrics.ts';

/** The page of metrics: each with what it says, and the alerts and panels that read it. */
export function metricsPage({ alerts, dashboard }: { readonly alerts: string; readonly dashboard: string }): string {
  const ofAlerts = Array.from(alerts.matchAll(/- alert: (\w+)\n +expr: (.+)/g), ([, name = '', expr = '']) => [name, expr] as const);
  const panels: readonly { title?: string; targets?: readonly { expr?: string }[] }[] = JSON.parse(dashboard).panels;
  const ofPanels = panels.flatMap(({ title = '', targets = [] }) => targets.map(({ expr = '' }) => [title, expr] as const));
  const readers = (name: string, of: readonly (readonly [string, string])[]): string =>
    [...new Set(of.filter(([, expr]) => new RegExp(`\\b${name}(?:_bucket)?\\{`).test(expr)).map(([title]) => title))].join(', ');
  const rows: readonly (readonly [string, Pick<MetricRow, 'help' | 'label'>])[] = [
    ...Object.values(requestMetrics).map(({ name, help }) => [name, { help }] as const),
    ...Object.entries<MetricRow>(metricTable).map(([name, row]) => [`${metricPrefix}${name}`, row] as const),
  ];
  const lines = rows.map(
    ([name, { help, label }]) =>
      `| \`${name}\` | ${help}${label === undefined ? '' : ` By \`${label}\`.`} | ${readers(name, ofAlerts)} | ${readers(name, ofPanels)} |`,
  );
  return `# Metrics

With \`METRICS_PORT\` set, \`GET /metrics\` on that port gives these to Prometheus, beside those of the process (\`process_*\`, \`nodejs_*\`).
Labels hold no personal data. A value that cannot be read is left out. Alerts: \`deploy/prometheus/alerts.yml\`; panels:
\`deploy/grafana/dashboard.json\`. \`vitest run src/server/app/measure.test.ts -u\` makes this page of the table of metrics, alerts and panels.

| metric | says | alerts | panels |
|---|---|---|---|
${lines.join('\n')}
`;
}
