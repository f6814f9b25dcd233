import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAudit } from '#server/core/audit/audit.ts';
import { day, hour } from '#server/platform/clock.ts';
import { openTestCore, type TestCore } from '#server/testing/test-core.ts';
import { countsEvents } from './counted-events.ts';
import { createFigures, hourDays } from './figures.ts';
import { readFigures } from './figures.repository.ts';

let core: TestCore;

beforeEach(async () => {
  core = await openTestCore();
});
afterEach(async () => {
  await core.close();
});

const origin = { clientIp: '203.0.113.7', requestId: '' };

async function read(by: 'hour' | 'day' = 'hour') {
  const figures = await readFigures(core.db, { from: 0, to: Number.MAX_SAFE_INTEGER, by });
  return figures.map(({ at, name, count }) => [new Date(at).toISOString().slice(0, 13), name, count]);
}

describe('figures', () => {
  it('of several instances are added up by the hour', async () => {
    const one = createFigures(core);
    const other = createFigures(core);
    for (let count = 0; count < 3; count += 1) one.count('signInsByPassword');
    other.count('signInsByPassword');
    other.count('signUps');
    await Promise.all([one.write(), other.write()]);
    core.clock.advance(hour);
    one.count('signInsByPassword');
    await one.write();
    await one.write();
    expect(await read()).toEqual([
      ['2026-01-05T08', 'signInsByPassword', 4],
      ['2026-01-05T08', 'signUps', 1],
      ['2026-01-05T09', 'signInsByPassword', 1],
    ]);
  });

  it('count an event of the trail when its transaction commits, and one that the trail has no room for', async () => {
    const figures = createFigures(core);
    const audit = createAudit(core, { counted: countsEvents(figures) });
    await audit.record({ event: 'sign-in.passkey', accountId: null, origin });
    const rolledBack = core.db.tx(async () => {
      await audit.record({ event: 'sign-in.passkey', accountId: null, origin });
      throw new Error('later');
    });
    await expect(rolledBack).rejects.toThrow('later');
    audit.leaveOut('sign-in.refused');
    await audit.record({ event: 'sign-out', accountId: null, origin });
    await figures.write();
    expect(await read()).toEqual([
      ['2026-01-05T08', 'signInsByPasskey', 1],
      ['2026-01-05T08', 'signInsRefused', 1],
    ]);
  });

  it('stay in memory while the database refuses them, and are written later, once', async () => {
    const figures = createFigures(core);
    figures.count('signUps');
    await sql`alter table figures rename to elsewhere`.execute(core.db.q());
    await expect(figures.write()).rejects.toThrow(/figures/);
    figures.count('signUps');
    await sql`alter table elsewhere rename to figures`.execute(core.db.q());
    await figures.write();
    expect(await read()).toEqual([['2026-01-05T08', 'signUps', 2]]);
  });

  it('of an instance that dies are those of its last write', async () => {
    const dying = createFigures(core);
    dying.count('signUps');
    await dying.job.run();
    dying.count('signUps');
    expect(dying.job.everyMs).toBe(10_000);
    const next = createFigures(core);
    next.count('signUps');
    await next.job.run();
    expect(await read()).toEqual([['2026-01-05T08', 'signUps', 2]]);
  });

  it('take the difference of counts that something else keeps', async () => {
    const figures = createFigures(core);
    let sent = 5;
    figures.follow(() => ({ codesSentBySms: sent }));
    await figures.write();
    sent = 7;
    await figures.write();
    await figures.write();
    expect(await read()).toEqual([['2026-01-05T08', 'codesSentBySms', 7]]);
  });

  it('become days after 45 days, on racing instances once', async () => {
    const one = createFigures(core);
    one.count('signUps');
    await one.write();
    core.clock.advance(3 * hour);
    one.count('signUps');
    await one.write();
    core.clock.advance((hourDays + 1) * day);
    await Promise.all([one.job.run(), createFigures(core).job.run()]);
    expect(await read()).toEqual([['2026-01-05T00', 'signUps', 2]]);
    expect(await read('day')).toEqual([['2026-01-05T00', 'signUps', 2]]);
  });
});
