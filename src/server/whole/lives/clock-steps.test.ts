import { afterEach, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { signInCode, signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { newStandingMachine, type StandingMachine } from '#server/testing/apps/standing-machine.ts';
import { movedTo, startSecondInstance, type SecondInstance } from '#server/testing/server/two-instances.ts';

/** No password is tried in these tests. */
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function start() {
  const machine = newStandingMachine(Date.UTC(2026, 0, 15, 8));
  const app = await buildTestApp({ time: { machineTime: machine } });
  undo.push(() => app.close());
  return { app, machine };
}

/** A signed-in person, and a sign-in code that they requested in another browser. */
async function askForCode(app: TestApp, machine: StandingMachine) {
  const person = await signUp(app);
  // The code of the registration went to the same phone.
  machine.pass(2 * minute);
  const browser = app.newBrowser();
  return { person, browser, body: { account: person.contact, code: await signInCode(app, browser, person.contact) } };
}

it('setting the clock back extends no code and ends no session', async () => {
  const { app, machine } = await start();
  const [taken, late] = [await askForCode(app, machine), await askForCode(app, machine)];
  machine.step(-hour);
  expect(await taken.browser.post('/login/code', taken.body)).toMatchObject({ code: 200 });
  machine.pass(limits.codeLifeMs * 1.02);
  expect(await late.browser.post('/login/code', late.body)).toMatchObject({ code: 1007 });
  expect(await late.person.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
});

it('a restart after the clock was set back extends no code', async () => {
  const { app, machine } = await start();
  const { person, browser, body } = await askForCode(app, machine);
  await app.wiring.platform.keptTime?.keep();
  machine.step(-hour);
  const restarted: SecondInstance = await startSecondInstance(app, { machineTime: machine });
  undo.push(() => restarted.close());
  machine.pass(limits.codeLifeMs * 1.02);
  expect(await movedTo(restarted, browser).post('/login/code', body)).toMatchObject({ code: 1007 });
  expect(await movedTo(restarted, person.browser).get('/account/metainfo')).toMatchObject({ code: 200 });
});
