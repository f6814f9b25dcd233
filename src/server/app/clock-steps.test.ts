import { afterEach, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { signInCode, signUp } from '#server/testing/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import { movedTo, startSecondInstance, type SecondInstance } from '#server/testing/two-instances.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** A machine whose clock can be set while real time goes on. */
function newMachine(at: number) {
  let [wall, elapsed] = [at, 0];
  return {
    time: { machineTime: { wall: () => wall, elapsed: () => elapsed } },
    step: (ms: number) => void (wall += ms),
    pass(ms: number) {
      wall += ms;
      elapsed += ms;
    },
  };
}

async function start() {
  const machine = newMachine(Date.UTC(2026, 0, 15, 8));
  const app = await buildTestApp({ time: machine.time });
  undo.push(() => app.close());
  return { app, machine };
}

/** Somebody who is signed in, and a code that they asked for in another browser, to sign in there too. */
async function askForCode(app: TestApp, pass: (ms: number) => void) {
  const person = await signUp(app);
  // The registration's code was for the same phone.
  pass(2 * minute);
  const browser = app.newBrowser();
  return { person, browser, body: { account: person.contact, code: await signInCode(app, browser, person.contact) } };
}

it('a code lives no longer when the clock is set back, and a session stays', async () => {
  const { app, machine } = await start();
  const [taken, late] = [await askForCode(app, machine.pass), await askForCode(app, machine.pass)];
  machine.step(-hour);
  expect(await taken.browser.post('/login/code', taken.body)).toMatchObject({ code: 200 });
  machine.pass(limits.codeLifeMs * 1.02);
  expect(await late.browser.post('/login/code', late.body)).toMatchObject({ code: 1007 });
  expect(await late.person.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
});

it('a code lives no longer when the server starts again on a machine whose clock was set back', async () => {
  const { app, machine } = await start();
  const { person, browser, body } = await askForCode(app, machine.pass);
  await app.wiring.keptTime?.keep();
  machine.step(-hour);
  const restarted: SecondInstance = await startSecondInstance(app, machine.time);
  undo.push(() => restarted.close());
  machine.pass(limits.codeLifeMs * 1.02);
  expect(await movedTo(restarted, browser).post('/login/code', body)).toMatchObject({ code: 1007 });
  expect(await movedTo(restarted, person.browser).get('/account/metainfo')).toMatchObject({ code: 200 });
});
