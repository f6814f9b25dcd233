import { randomInt } from 'node:crypto';
import { newId } from '#server/platform/ids.ts';
import type { OwnAppView } from '#contract/apps/developer/developer.schemas.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer } from '#server/testing/server/test-browser.ts';

/** A person who has begun in the Developer Center. */
export interface TestDeveloper extends Person {
  readonly accountId: string;
  readonly email: string;
}

export async function newDeveloper(app: TestApp): Promise<TestDeveloper> {
  const person = await signUp(app);
  const accountId = await accountIdOf(app, person.contact);
  const email = freshEmail();
  await addEmail(app, accountId, email);
  const { data } = await person.browser.get<{ agreement: string }>('/developer');
  must(await person.browser.post('/developer/begin', { agreement: data.agreement }));
  return { ...person, accountId, email };
}

/** The data of an answer that succeeded. */
export function must<Data>(answer: TestAnswer<Data>): Data {
  if (answer.code !== 200) throw new Error(`refused: ${answer.text}`);
  return answer.data;
}

export function newAppBody(changes: Readonly<Record<string, unknown>> = {}) {
  // A new word: no app takes the name of a live one of somebody else.
  const word = Array.from({ length: 8 }, () => 'bcdfghjkmnpqrtwxz'[randomInt(17)]).join('');
  return {
    kind: 'web',
    name: { zh_CN: `子午${word}`, en_US: `Meridian ${word}` },
    redirectUris: ['https://notes.example.com/callback'],
    postLogoutUris: [],
    idempotencyKey: newId(),
    ...changes,
  };
}

/** An app in test, and the first secret of one that has secrets. */
export async function createOwnApp(
  owner: Person,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly app: OwnAppView; readonly secret?: string }> {
  const { app } = must(await owner.browser.post<{ app: OwnAppView }>('/developer/apps', newAppBody(changes)));
  if (app.kind !== 'web') return { app };
  await proveFor(owner, 'testAppSecret', app.clientID);
  const body = { oldEnds: 'never', idempotencyKey: newId() };
  const { secret } = must(await owner.browser.post<{ secret: string }>(`/developer/apps/${app.clientID}/secrets`, body));
  return { app: must(await owner.browser.get<OwnAppView>(`/developer/apps/${app.clientID}`)), secret };
}

/** A fresh proof for one action with an app. */
export async function proveFor({ browser, password }: Person, action: string, target: string): Promise<void> {
  must(await browser.post('/account/auth', { method: 'password', password, action, target }));
}
