import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alertCases, alertOf } from './alert-cases.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8');
const rules = alerts.split(/^ {6}- (?=alert:|record:)/m).slice(1);

test('the page for three in the morning is short, and each incident fits a screen', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(301);
  const incidents = /^## Incidents$([^]*?)^## /m.exec(page)?.[1]?.split(/^### /m).slice(1) ?? [];
  expect(incidents.length).toBeGreaterThan(10);
  const long = incidents.map((text) => text.trim().split('\n').slice(2)).filter((lines) => lines.length > 12);
  expect(long.map(([first]) => first)).toEqual([]);
});

test('each alert has a severity, a section of the operations page, and selectors of this product only', () => {
  for (const rule of rules.filter((text) => text.startsWith('alert:'))) {
    expect(rule).toMatch(/^ {8}labels: \{ severity: (?:page|ticket) \}$/m);
    expect(rule).toMatch(/^ {10}runbook_url: '\{\{ \$externalLabels\.runbooks \}\}#[\w-]+'$/m);
  }
  for (const text of [alerts, readFileSync(join(root, 'deploy/grafana/dashboard.json'), 'utf8').replaceAll('\\"', '"')]) {
    const chosen = /\b(?:(?:cedar|nodejs|process|probe)_\w+|up)\{job="cedar-id(?:-site)?"[^}]*\}/g;
    expect(text.match(chosen)?.length).toBeGreaterThan(20);
    expect(text.replaceAll(chosen, '').match(/(?<!record: )\b(?:cedar_|nodejs_|process_|probe_|up\{)\w*/g)).toBeNull();
  }
});

test('each alert has cases', () => {
  const names = rules.flatMap((rule) => /^alert: (\w+)/.exec(rule)?.[1] ?? []);
  expect(names.toSorted()).toEqual([...new Set(Object.keys(alertCases).map(alertOf))].toSorted());
});
