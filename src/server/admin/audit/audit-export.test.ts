/** The trail leaves by the shell as it leaves by the desk: by an auditor, whom a lead has let it go. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addMember, moveMember } from '#server/core/operations/staff/staff.guarded.ts';
import { day, hour } from '#server/platform/clock.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { runApprovals } from '#server/admin/people/approvals.ts';
import { run } from './audit.ts';
import { newMember } from '#server/testing/people/desk.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await buildTestApp();
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-export-'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const deps = () => ({ config: app.config, db: app.db, keyring: app.wiring.keyring, clock: app.clock });
const approve = (operator: string, asked: readonly string[]) =>
  runApprovals(deps(), ['approvals', 'approve', ...asked, '--reason', 'seen', '--operator', operator]);

async function exportAs(operator: string, ...words: readonly string[]): Promise<string> {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    expect(await run(['audit', 'export', ...words, '--operator', operator], deps())).toBe(0);
    return said.mock.calls.flat().join('\n');
  } finally {
    said.mockRestore();
  }
}

/** Asks and returns what an approval needs. */
async function askAs(operator: string, from = '2026-01-01'): Promise<readonly [string, '--digest', string]> {
  app.clock.advance(1);
  const text = await exportAs(operator, '--from', from, '--reason', 'for the court');
  const [, id = '', digest = ''] = /approve (\S+) --digest (\S+)/.exec(text) ?? [];
  expect(text).toContain(`audit export --approval ${id}`);
  return [id, '--digest', digest];
}

const into = (name: string) => ['--folder', join(folder, name)] as const;

it('an export is everybody’s while nobody is listed as staff', async () => {
  expect(JSON.parse(await exportAs('somebody', '--from', '2026-01-01', ...into('free')))).toHaveProperty('sha256');
});

describe('with staff', () => {
  beforeAll(async () => {
    for (const name of ['li', 'wu']) await newMember(app, 'lead', name);
    for (const [name, role] of Object.entries({ au: 'auditor', bo: 'auditor', xu: 'agent' } as const))
      await addMember(app.db, { name, role, at: app.clock.now(), grantedBy: 'li and wu', place: '' });
  });

  it.each([
    ['somebody', 'no member of staff'],
    ['xu', 'does not allow this'],
    ['li', 'does not allow this'],
  ])('%s cannot ask for one', async (operator, refusal) => {
    await expect(exportAs(operator, '--from', '2026-01-01', '--reason', 'for the court')).rejects.toThrow(refusal);
  });

  it('needs a reason and a time', async () => {
    await expect(exportAs('au')).rejects.toThrow('--reason must say why');
    await expect(exportAs('au', '--from', '2031-01-01', '--reason', 'x')).rejects.toThrow('--to is later than --from.');
  });

  it('an auditor takes what a lead has let go, for a day, and that is a row of the trail', async () => {
    const asked = await askAs('au');
    const [id] = asked;
    const take = (operator: string, name: string) => exportAs(operator, '--approval', id, ...into(name));
    await expect(take('au', 'early'), 'before a lead answers').rejects.toThrow('Nothing was exported');
    await expect(approve('bo', asked)).rejects.toThrow('does not approve this');
    await approve('li', asked);
    await expect(take('bo', 'other'), 'by another auditor').rejects.toThrow('Nothing was exported');
    await expect(take('li', 'lead'), 'by the lead').rejects.toThrow('does not allow this');
    await take('au', 'taken');
    expect(await readFile(join(folder, 'taken/trail.jsonl'), 'utf8')).toContain('account.registered');
    const rows = await app.db.q().selectFrom('audit').select('detail').where('event', '=', 'audit.exported').execute();
    expect(rows.map(({ detail }) => JSON.parse(detail))).toMatchObject([
      { approval: id, operator: 'au', from: '2026-01-01T00:00:00.000Z' },
    ]);
    app.clock.advance(day);
    await expect(take('au', 'late'), 'after its day').rejects.toThrow('Nothing was exported');
  });

  it('an auditor on hold takes nothing', async () => {
    const asked = await askAs('bo');
    await approve('li', asked);
    await moveMember(app.db, { name: 'bo', from: ['active'], to: 'held', at: app.clock.now() });
    app.clock.advance(hour);
    await expect(exportAs('bo', '--approval', asked[0], ...into('held'))).rejects.toThrow('is held');
  });
});
