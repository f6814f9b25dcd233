// @even-days
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alertCases, alertOf, type Series } from './alert-cases.ts';

const file = join(import.meta.dirname, '../deploy/prometheus/alerts.yml');

test('promtool runs the cases of each alert', () => {
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
      console.log('The cases of the alerts were not run: apt-get install prometheus, for promtool.');
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
