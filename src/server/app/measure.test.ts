// @one-database
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import { minute } from '#server/platform/clock.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

const repository = join(import.meta.dirname, '../../..');
const alerts = readFileSync(join(repository, 'deploy/prometheus/alerts.yml'), 'utf8');

/** Metrics that this installation has not, or that a process alone cannot show. */
const ofOthers = ['up', 'cedar_codes_discarded_ratio'];

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ config: { metrics: { host: '127.0.0.1', port: 0 } } });
});
afterEach(() => app.close());

async function text(): Promise<string> {
  return (await app.wiring.metrics?.render())?.text ?? '';
}

/** The names of metrics in an expression of Prometheus. */
function namesIn(expression: string): readonly string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|"[^"]*"|\bby \([^)]*\)|\[[^\]]*\]/g, '');
  return Array.from(bare.matchAll(/\b[a-z]\w*_\w+\b|\bup\b/g), ([name]) => name).filter(
    (name) => !/^(?:histogram_quantile|\w+_over_time)$/.test(name),
  );
}

describe('the metrics', () => {
  it('are there for every alert and every panel of the dashboard', async () => {
    const shown = await text();
    const dashboard = readFileSync(join(repository, 'deploy/grafana/dashboard.json'), 'utf8');
    const expressions = [
      ...Array.from(alerts.matchAll(/^ +expr: (.+)$/gm), ([, expression = '']) => expression),
      ...Array.from(dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g), ([, expression = '']) => expression.replaceAll('\\"', '"')),
    ];
    const named = [...new Set(expressions.flatMap(namesIn))];
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter((name) => !ofOthers.includes(name) && !shown.includes(`# TYPE ${name.replace(/_bucket$/, '')} `));
    expect(missing).toEqual([]);
  });

  it('lead from each alert to a section of the operations page', () => {
    const page = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
    const anchors = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const names = alerts.match(/- alert: /g) ?? [];
    const named = Array.from(alerts.matchAll(/runbook: operations\.md#([\w-]+)/g), ([, anchor = '']) => anchor);
    expect(named).toHaveLength(names.length);
    expect(named.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });

  it('tell the state of the audit trail', async () => {
    await app.newAccount();
    await sealAudit(app.wiring.core.store);
    expect(await text()).toMatch(/^cedar_audit_seals_unchecked [1-9]/m);
    await app.wiring.jobs.auditCheck.run();
    expect(await text()).toMatch(/^cedar_audit_seals_unchecked 0$/m);
    expect(await text()).toMatch(/^cedar_audit_faults 0$/m);
    await sql.raw(`drop trigger audit_seals_are_append_only${app.db.engine === 'postgres' ? ' on audit_seals' : ''}`).execute(app.db.q());
    await sql`update audit_seals set mac = 'x'`.execute(app.db.q());
    app.clock.advance(5 * minute);
    await app.wiring.jobs.auditCheck.run();
    expect(await text()).toMatch(/^cedar_audit_faults [1-9]/m);
  });

  it('leave out a value that cannot be read, and nothing else', async () => {
    await sql`alter table outbox rename to elsewhere`.execute(app.db.q());
    const shown = await text();
    expect(shown).not.toMatch(/^cedar_outbox_messages /m);
    expect(shown).toMatch(/^cedar_disk_free_bytes \d/m);
  });

  it('count redeemed codes, and tell version and keys', async () => {
    await app.newAccount();
    expect(await text()).toMatch(/^cedar_codes_redeemed_total\{channel="sms"\} [1-9]/m);
    expect(await text()).toMatch(/^cedar_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
    expect(await text()).toMatch(/^cedar_key_age_seconds\{purpose="[\w-]+"\} \d/m);
  });
});
