import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { createOwnApp, must, newDeveloper, proveFor } from '#server/testing/apps/developers.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { startSecondInstance, type SecondInstance } from '#server/testing/server/two-instances.ts';

let app: TestApp;
let other: SecondInstance;

beforeAll(async () => {
  app = await buildListeningApp();
  other = await startSecondInstance(app);
});

afterAll(async () => {
  await other.close();
  await app.close();
});

/** The answers of both instances to a client's introspection with a secret; each instance has used it before. */
async function answersTo(clientId: string, secret: string): Promise<readonly number[]> {
  const headers = {
    authorization: `Basic ${btoa(`${clientId}:${secret}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
    origin: undefined,
  };
  const ask = async (browser: TestBrowser) =>
    (await browser.raw({ method: 'POST', path: '/oidc/token/introspection', headers, body: 'token=x' })).status;
  return [await ask(app.newBrowser()), await ask(other.newBrowser())];
}

describe('a secret that ended at one instance', () => {
  it('is refused at once by every other', async () => {
    const developer = await newDeveloper(app);
    const { app: own, secret: first = '' } = await createOwnApp(developer);
    const url = `/developer/apps/${own.clientID}/secrets`;
    expect(await answersTo(own.clientID, first)).toEqual([200, 200]);
    await proveFor(developer, 'testAppSecret', own.clientID);
    const second = must(await developer.browser.post<{ id: string; secret: string }>(url, { oldEnds: 'now', idempotencyKey: newId() }));
    expect(await answersTo(own.clientID, first)).toEqual([401, 401]);
    expect(await answersTo(own.clientID, second.secret)).toEqual([200, 200]);
    await proveFor(developer, 'testAppSecret', own.clientID);
    const third = must(await developer.browser.post<{ secret: string }>(url, { oldEnds: 'week', idempotencyKey: newId() }));
    expect(await answersTo(own.clientID, second.secret)).toEqual([200, 200]);
    await proveFor(developer, 'testAppSecret', own.clientID);
    must(await developer.browser.delete(`${url}/${second.id}`, {}));
    expect(await answersTo(own.clientID, second.secret)).toEqual([401, 401]);
    expect(await answersTo(own.clientID, third.secret)).toEqual([200, 200]);
  });
});
