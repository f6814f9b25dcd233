import { randomUUID } from 'node:crypto';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** A person in the middle of their life. Their names and contacts are in `known`, by kind. */
export interface Living {
  browser: TestBrowser;
  readonly accountId: string;
  readonly known: Record<string, string>;
  password: string;
  phone: string;
}

/** A unique word. */
export const word = (of: string) => `${of}-${randomUUID().slice(0, 18)}`;

export async function ok<Data>(calling: Promise<TestAnswer<Data>>): Promise<Data> {
  const { code, data, text } = await calling;
  if (code !== 200) throw new Error(text);
  return data;
}

export async function prove(
  { browser, password }: Pick<Living, 'browser' | 'password'>,
  body: Readonly<Record<string, string>> = {},
): Promise<void> {
  await ok(browser.post('/account/auth', { method: 'password', password, ...body }));
}

export async function signIn(app: TestApp, living: Living, account = living.phone): Promise<void> {
  living.browser = app.newBrowser();
  await ok(living.browser.post('/login/password', { account, password: living.password }, { 'user-agent': living.known['userAgent'] }));
}
