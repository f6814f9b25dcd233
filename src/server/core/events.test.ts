import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { createEvents } from './events.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database.close();
});

it('an event reaches all subscribers after its commit, and none after a rollback', async () => {
  const { db } = database;
  const events = createEvents(db);
  const heard: string[] = [];
  events.sessionEnded.subscribe((sessions) => heard.push(`first ${sessions.join(' ')}`));
  events.sessionEnded.subscribe((sessions) => heard.push(`second ${sessions.join(' ')}`));
  await db.tx(async () => {
    events.sessionEnded.emit(['a', 'b']);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual(['first a b', 'second a b']);
  const undone = db.tx(async () => {
    events.sessionEnded.emit(['c']);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(heard).toHaveLength(2);
});
