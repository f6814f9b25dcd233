import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#server/migrations/open-database.ts';
import { isUnavailable } from './unavailable.ts';

async function errorOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('an unavailable database', () => {
  it('does not answer', async () => {
    // Port 1 is never in use: the connection is refused at once.
    const error = await errorOf(async () => openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '' }));
    expect(isUnavailable(error)).toBe(true);
  });

  it('cannot write', async () => {
    const full = new DatabaseSync(':memory:');
    full.exec('create table t (x); pragma max_page_count = 3');
    const error = await errorOf(() => full.prepare('insert into t values (zeroblob(100000))').run());
    expect(isUnavailable(error)).toBe(true);
    expect(isUnavailable(new Error('the database failed to write', { cause: error }))).toBe(true);
  });

  it('is not one that refuses a wrong statement', async () => {
    const database = new DatabaseSync(':memory:');
    expect(isUnavailable(await errorOf(() => database.prepare('select nonsense')))).toBe(false);
    expect(isUnavailable(new TypeError('a bug'))).toBe(false);
    expect(isUnavailable('text')).toBe(false);
  });
});
