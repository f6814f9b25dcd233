// @one-database
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, newDeskBrowser, newMember, type DeskBrowser } from '#server/testing/people/desk.ts';
import { takeCopy } from '#server/testing/lives/copies.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now(), desk: true, config: { rateFactor: 1000 } });
});

afterAll(() => app.close());

const why = { reason: 'asked', caseRef: 'CS-20251122-077' };

async function stateOf(desk: DeskBrowser, look: string) {
  const { data } = await desk.post<{ readonly version: number }>('/person/card', { look, card: 'state' });
  return { look, version: data.version, ...why };
}

it('says what staff did, and neither who it was nor from where', async () => {
  const [name, clientIp] = ['mcanarystaff', '198.18.77.9'];
  const agent = await newMember(app, 'agent', name);
  const person = await signUp(app);
  const desk = await enter(app, agent, await newDeskBrowser(app, { clientIp }));
  const { data } = await desk.post<{ readonly look: string }>('/person/find', { text: person.contact, ...why });
  expect(await desk.post('/person/unmask', { look: data.look, field: 'phone', at: '', ...why })).toMatchObject({ code: 200 });
  expect(await desk.post('/person/note', { ...(await stateOf(desk, data.look)), text: 'They asked by telephone.' })).toMatchObject({
    code: 200,
  });
  expect(await desk.post('/act/end-sessions', await stateOf(desk, data.look))).toMatchObject({ code: 200 });
  expect(await person.browser.post('/login/password', { account: person.contact, password: person.password })).toMatchObject({ code: 200 });

  const files = [...(await takeCopy(app, person)).values()].map(String).join('\n');
  expect(files).toContain('operator.looked');
  expect(files).toContain(why.caseRef);
  const pages = await Promise.all(['activity', 'access', 'messages', 'devices'].map((list) => person.browser.get(`/account/${list}`)));
  const seen = [files, ...pages.map(({ text }) => text)].join('\n');
  expect(seen).toContain('operator.looked');
  expect(seen).not.toContain(name);
  expect(seen).not.toContain(clientIp);
  expect(seen).not.toContain('198.18.');
});
