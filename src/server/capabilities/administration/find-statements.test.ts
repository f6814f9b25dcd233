import { expect, it, onTestFinished } from 'vitest';
import { countStatements } from '#server/testing/counted-statements.ts';
import { enter, newMember } from '#server/testing/desk.ts';
import { signUp } from '#server/testing/people.ts';
import { buildTestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

/** The call that the desk makes most: what it costs does not grow with the looks before it. */
it('finds a person by a fixed number of statements, each compiled once', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const counting = countStatements(database);
  const app = await buildTestApp({ database: counting.database, settings: { DESK: 'on' }, config: { rateFactor: 1000 } });
  onTestFinished(() => app.close());
  const { contact } = await signUp(app);
  const desk = await enter(app, await newMember(app, 'agent'));
  const find = async () => {
    const search = { text: contact, reason: 'asked', caseRef: 'CS-4711' };
    const { answer, ...counted } = await counting.count(() => desk.post('/person/find', search));
    expect(answer).toMatchObject({ code: 200 });
    return counted;
  };
  await find();
  const second = await find();
  for (let looks = 0; looks < 10; looks += 1) await find();
  expect(await find()).toEqual(second);
  expect(second.built).toEqual([]);
  expect(second.statements).toHaveLength(19);
});
