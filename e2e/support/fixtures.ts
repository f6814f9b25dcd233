import { randomInt } from 'node:crypto';
import { test as base, expect, type BrowserContext } from '@playwright/test';
import { newAppBody } from '#server/testing/apps/developers.ts';
import { connectHttp, expectOk, freshEmail, freshPhone, type HttpClient } from '#server/testing/server/http-client.ts';
import { freshIp } from '#server/testing/server/test-browser.ts';
import { watchForErrors } from './browser.ts';
import { openServerDatabase, type ServerDatabase } from './database.ts';
import { serverOrigin } from './server.ts';
import { languageOf, texts, type Lang, type Translate } from './texts.ts';

export interface LanguageOption {
  /** The language of the project: the browser requests it, and `t` answers in it. */
  lang: Lang;
}

export interface FreshAccount {
  readonly phone: string;
  readonly password: string;
  /** Empty by default. */
  readonly email: string;
  readonly username: string;
}

interface AccountWish {
  readonly email?: boolean;
  readonly username?: boolean;
}

interface Fixtures {
  /** A text in the project's language, with the brand's words filled in. */
  t: Translate;
  /** Waits for the newest code sent to a phone or email that was not returned before. */
  outbox: { codeFor(target: string): Promise<string> };
  freshPhone: () => string;
  freshEmail: (domain?: string) => string;
  /** Registers an account over HTTP, beside the browser. */
  freshAccount: (wish?: AccountWish) => Promise<FreshAccount>;
  /** The same, and gives its session to the browser. */
  signedIn: (wish?: AccountWish) => Promise<FreshAccount>;
  /** Gives the browser the session of a new developer with one app. Returns the app's id. */
  developing: () => Promise<string>;
  database: ServerDatabase;
  /** Add patterns of console errors that a test causes on purpose: matching errors do not fail it. */
  expectedErrors: RegExp[];
  noErrors: void;
}

export { expect, texts };

/** Every test has its own client IP, so that limits per client IP count only this test. An unexpected error fails it. */
export const test = base.extend<Fixtures & LanguageOption>({
  lang: ['zh', { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  baseURL: async ({}, provide) => provide(serverOrigin()),

  // oxlint-disable-next-line no-empty-pattern -- as above
  extraHTTPHeaders: async ({}, provide) => provide({ 'x-forwarded-for': freshIp() }),

  t: async ({ lang }, provide) => provide(texts(lang)),

  // oxlint-disable-next-line no-empty-pattern -- as above
  outbox: async ({}, provide) => provide(connectHttp(serverOrigin())),

  // oxlint-disable-next-line no-empty-pattern -- as above
  freshPhone: async ({}, provide) => provide(freshPhone),

  // oxlint-disable-next-line no-empty-pattern -- as above
  freshEmail: async ({}, provide) => provide(freshEmail),

  freshAccount: async ({ lang, database }, provide) =>
    provide(async (wish) => {
      const client = newClient(lang);
      return register({ client, database, wish });
    }),

  signedIn: async ({ lang, database, context }, provide) =>
    provide(async (wish) => {
      const client = newClient(lang);
      const account = await register({ client, database, wish });
      await lend(client, context);
      return account;
    }),

  developing: async ({ lang, database, context }, provide) =>
    provide(async () => {
      const client = newClient(lang);
      await register({ client, database, wish: { email: true } });
      const { agreement } = expectOk(await client.get<{ agreement: string }>('/developer'));
      expectOk(await client.post('/developer/begin', { agreement }));
      const { app } = expectOk(await client.post<{ app: { clientID: string } }>('/developer/apps', newAppBody()));
      await lend(client, context);
      return app.clientID;
    }),

  // oxlint-disable-next-line no-empty-pattern -- as above
  database: async ({}, provide) => {
    using database = openServerDatabase();
    await provide(database);
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  expectedErrors: async ({}, provide) => provide([]),

  noErrors: [
    async ({ context, expectedErrors }, provide) => {
      const errors = watchForErrors(context);
      await provide();
      expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** A client with a chosen language: its accounts have it too, on every page after signing in. */
function newClient(lang: Lang): HttpClient {
  const client = connectHttp(serverOrigin());
  client.cookies.set('lang', languageOf(lang));
  return client;
}

/** Gives the client's session to the browser. */
async function lend(client: HttpClient, context: BrowserContext): Promise<void> {
  const url = serverOrigin();
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })));
}

interface Registration {
  readonly client: HttpClient;
  readonly database: ServerDatabase;
  readonly wish: AccountWish | undefined;
}

async function register({ client, database, wish }: Registration): Promise<FreshAccount> {
  const account = await client.register();
  const email = wish?.email ? freshEmail() : '';
  const username = wish?.username ? `person${randomInt(1_000_000_000)}` : '';
  if (email) database.addIdentifier(account, 'email', email);
  if (username) database.addIdentifier(account, 'username', username);
  return { ...account, email, username };
}
