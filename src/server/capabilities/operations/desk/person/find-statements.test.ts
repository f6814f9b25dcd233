// @one-database
import { expect, it, onTestFinished } from 'vitest';
import { countStatements } from '#server/testing/costs/counted-statements.ts';
import { enter, newMember } from '#server/testing/people/desk.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp } from '#server/testing/server/test-app.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';

async function open() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const counting = countStatements(database);
  const app = await buildTestApp({ database: counting.database, desk: true, config: { rateFactor: 1000 } });
  onTestFinished(() => app.close());
  const people = [await signUp(app), await signUp(app), await signUp(app)];
  await app.wiring.jobs.outbox.drain();
  const desk = await enter(app, await newMember(app, 'agent'));
  /** Finds somebody, and sends what it has put into the outbox. */
  const find = async (text: string) => {
    const { answer, ...counted } = await counting.count(async () => {
      const found = await desk.post('/person/find', { text, reason: 'asked', caseRef: 'CS-4711' });
      await app.wiring.jobs.outbox.drain();
      return found;
    });
    expect(answer).toMatchObject({ code: 200 });
    // The worker may look for messages once more.
    return { ...counted, statements: counted.statements.filter((statement) => statement !== 'update outbox') };
  };
  // PostgreSQL counts both limits of a search in one statement.
  return { people, find, sharedCounters: database.db.engine === 'postgres' ? 1 : 0 };
}

/** The call that the desk makes most: what it costs does not grow with the looks before it. */
it('finds a person by a fixed number of statements, each compiled once', async () => {
  const { people, find, sharedCounters } = await open();
  const [{ contact } = { contact: '' }] = people;
  await find(contact);
  const second = await find(contact);
  for (let looks = 0; looks < 10; looks += 1) await find(contact);
  expect(await find(contact)).toEqual(second);
  expect(second.built).toEqual([]);
  expect(second.statements).toHaveLength(19 - sharedCounters);
});

it('tells a person of the first look by a fixed number of statements, each compiled once', async () => {
  const { people, find, sharedCounters } = await open();
  const told = [];
  for (const { contact } of people) told.push(await find(contact));
  expect(told.flatMap(({ built }) => built)).toEqual([]);
  // The worker may have taken a message: its statements belong to no search then.
  expect(Math.max(...told.map(({ statements }) => statements.length))).toBe(28 - sharedCounters);
  expect(told.map(({ statements }) => statements.filter((statement) => statement.endsWith(' outbox')))).toContainEqual([
    'insert outbox',
    'delete outbox',
  ]);
});
