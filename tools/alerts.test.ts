// @even-days
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alertCases, type Series } from './alert-cases.ts';

const file = join(import.meta.dirname, '../deploy/prometheus/alerts.yml');
const alerts = readFileSync(file, 'utf8');
const rules = alerts.split(/^ {6}- (?=alert:|record:)/m).slice(1);

test('each alert has a severity, a section of the operations page, and selectors of this product only', () => {
  for (const rule of rules.filter((text) => text.startsWith('alert:'))) {
    expect(rule).toMatch(/^ {8}labels: \{ severity: (?:page|ticket) \}$/m);
    expect(rule).toMatch(/^ {10}runbook_url: '\{\{ \$externalLabels\.runbooks \}\}#[\w-]+'$/m);
  }
  for (const text of [alerts, readFileSync(join(import.meta.dirname, '../deploy/grafana/dashboard.json'), 'utf8').replaceAll('\\"', '"')]) {
    const chosen = /\b(?:(?:cedar|nodejs|process|probe)_\w+|up)\{job="cedar-id(?:-site)?"[^}]*\}/g;
    expect(text.match(chosen)?.length).toBeGreaterThan(20);
    expect(text.replaceAll(chosen, '').match(/(?<!record: )\b(?:cedar_|nodejs_|process_|probe_|up\{)\w*/g)).toBeNull();
  }
});

test('each alert has a test, and promtool runs them', () => {
  const names = rules.flatMap((rule) => /^alert: (\w+)/.exec(rule)?.[1] ?? []);
  expect(names.toSorted()).toEqual([...new Set(Object.keys(alertCases).map(alertOf))].toSorted());
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  try {
    const tests = Object.entries(alertCases).flatMap(([name, { fires, sleeps, atMinutes = 30 }]) => [
      caseOf(name, fires, { atMinutes, count: 1 }),
      caseOf(name, sleeps, { atMinutes, count: 0 }),
    ]);
    // JSON is YAML too.
    writeFileSync(join(folder, 'tests.yml'), JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests }));
    const promtool = (...args: readonly string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
    const checked = promtool('check', 'rules', file);
    if (checked.error !== undefined) {
      console.log(`The rules of ${names.length} alerts were not run: apt-get install prometheus, for promtool.`);
      return;
    }
    expect([checked.status, checked.stderr]).toEqual([0, '']);
    const tested = promtool('test', 'rules', join(folder, 'tests.yml'));
    expect(tested.stdout + tested.stderr).not.toContain('FAILED');
    expect(tested.status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A name may continue with the subject of the case. */
function alertOf(name: string): string {
  return name.split(' ', 1)[0] ?? '';
}

function caseOf(name: string, series: Series, { atMinutes, count }: { readonly atMinutes: number; readonly count: 0 | 1 }): object {
  return {
    name: `${name} ${count === 1 ? 'fires' : 'sleeps'}`,
    interval: '1m',
    external_labels: { runbooks: 'https://docs.example.com/operations.md' },
    input_series: Object.entries(series).map(([id, values]) => ({ series: id, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alertOf(name)}",alertstate="firing"})`,
        eval_time: `${atMinutes}m`,
        exp_samples: count === 1 ? [{ labels: '{}', value: 1 }] : [],
      },
    ],
  };
}
