// @one-database
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import { metricsPage } from '#server/testing/server/metrics-page.ts';
import { metricPrefix, metricTable } from '#server/platform/observation/metrics/metric-table.ts';
import { requestMetrics } from '#server/platform/observation/metrics/metrics.ts';
import { minute } from '#server/platform/clock.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

const repository = join(import.meta.dirname, '../../..');
const alerts = readFileSync(join(repository, 'deploy/prometheus/alerts.yml'), 'utf8');

/** Of Prometheus and of the probe from outside. */
const ofOthers = ['up', 'probe_success', 'probe_ssl_earliest_cert_expiry', 'cedar_codes_discarded_ratio', 'cedar_backup_age_seconds'];

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ config: { metrics: { host: '127.0.0.1', port: 0 } } });
});
afterEach(() => app.close());

async function text(): Promise<string> {
  return (await app.wiring.metrics?.render())?.text ?? '';
}

/** The names of metrics in an expression of Prometheus: those with a selector. */
function namesIn(expression: string): readonly string[] {
  return Array.from(expression.matchAll(/\b([a-z]\w*)\{/g), ([, name = '']) => name.replace(/_bucket$/, ''));
}

const expressionsIn = (of: string, pattern: RegExp): readonly string[] => Array.from(of.matchAll(pattern), ([, found = '']) => found);

describe('the metrics', () => {
  const dashboard = readFileSync(join(repository, 'deploy/grafana/dashboard.json'), 'utf8');
  const named = new Set(
    [
      ...expressionsIn(alerts, /^ +expr: (.+)$/gm),
      ...expressionsIn(dashboard, /"expr": "((?:[^"\\]|\\.)*)"/g).map((each) => each.replaceAll('\\"', '"')),
    ].flatMap(namesIn),
  );

  it('are there for every alert and every panel of the dashboard, and none is in neither', async () => {
    const shown = await text();
    expect([...named].filter((name) => !ofOthers.includes(name) && !shown.includes(`# TYPE ${name} `))).toEqual([]);
    const own = Object.keys(metricTable).map((name) => `${metricPrefix}${name}`);
    expect(own.filter((name) => !shown.includes(`# TYPE ${name} `))).toEqual([]);
    expect([...own, ...Object.values(requestMetrics).map(({ name }) => name)].filter((name) => !named.has(name))).toEqual([]);
  });

  it('have a page that names all of them and their alerts', async () => {
    await expect(metricsPage(alerts)).toMatchFileSnapshot(join(repository, 'docs/metrics.md'));
  });

  it('lead from each alert to its section of the operations page, which names the alert', () => {
    const page = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
    const sections = new Map(
      page.split(/^#+ /m).map((section) => [
        (section.split('\n', 1)[0] ?? '')
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
        section,
      ]),
    );
    const leads = Array.from(
      alerts.matchAll(/alert: (\w+)[^]*?runbooks \}\}#([\w-]+)/g),
      ([, name = '', anchor = '']) => [name, anchor] as const,
    );
    expect(leads).toHaveLength(alerts.match(/- alert: /g)?.length ?? 0);
    expect(leads.filter(([, anchor]) => !sections.has(anchor))).toEqual([]);
    // The table on top has every alert, and nothing else.
    const onCall = sections.get('on-call') ?? '';
    const told = Array.from(onCall.matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]+)+)`/g), ([, name = '']) => name);
    expect(told.toSorted()).toEqual(leads.map(([name]) => name).toSorted());
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
    expect(await text()).toMatch(/^cedar_build_info\{version="\d+\.\d+\.\d+",commit="a clone"\} 1$/m);
    expect(await text()).toMatch(/^cedar_key_age_seconds\{purpose="[\w-]+"\} \d/m);
  });
});
