import { afterEach, beforeEach, expect, it } from 'vitest';
import { day, minute } from '#server/platform/clock.ts';
import { startJob } from '#server/platform/jobs/jobs.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { auditJob } from './audit-job.ts';
import { verifyAudit } from './verify-audit.ts';

let core: TestCore;
beforeEach(async () => {
  core = await openTestCore();
});
afterEach(async () => {
  await core.close();
});

it('seals new rows, logs the head, and keeps rows for the configured number of days', async () => {
  const lines: object[] = [];
  const log = { info: (line: object) => void lines.push(line), error: (line: object) => void lines.push(line) };
  const job = startJob(auditJob({ ...core, log, keepDays: 180 }), log);
  const origin = { clientIp: '203.0.113.7', requestId: '' };
  await core.audit.record({ event: 'sign-out', accountId: null, origin });
  await job.run();
  const { head } = await verifyAudit(core);
  expect(lines).toEqual([{ seal: 1, mac: head?.mac }]);

  core.clock.advance(180 * day);
  await core.audit.record({ event: 'sign-out', accountId: null, origin });
  await job.run();
  expect(await verifyAudit(core)).toMatchObject({ faults: [], rows: 2 });
  core.clock.advance(60 * minute);
  await job.run();
  expect(await verifyAudit(core, head)).toMatchObject({ faults: [], rows: 1 });
  expect(lines.at(-1)).toEqual({ removed: 1 });
  await job.close();
});
