import { randomInt } from 'node:crypto';
import { test as base, expect, type BrowserContext } from '@playwright/test';
import { newAppBody } from '#server/testing/apps/developers.ts';
import { connectHttp, expectOk, freshEmail, freshPhone, type HttpClient } from '#server/testing/server/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { freshIp } from '#server/testing/server/test-browser.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { watchForErrors } from './browser.ts';
import { openServerDatabase, type ServerDatabase } from './database.ts';
import { startExample } from './example.ts';
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

/** Programs that a worker starts when a test first asks for them. A spec that declared its own would cost a new worker with a new browser. */
interface WorkerFixtures {
  /** The origin of the example web app, which runs as the native app Notes. */
  notesOrigin: string;
  /** Stand-ins for the services of other companies, whose faults a test sets. */
  simulators: Simulators;
  /** A server with its own settings, one for each worker and settings. */
  serverWith: (env: Readonly<Record<string, string>>) => Promise<ServerProcess>;
}

export { expect, texts };

/** Every test has its own client IP, so that limits per client IP count only this test. An unexpected error fails it. */
export const test = base.extend<Fixtures & LanguageOption, WorkerFixtures>({
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

  notesOrigin: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => {
      await using example = startExample('web-app/web-app.ts');
      const [, origin = ''] = await example.line(/Open (\S+)/);
      await provide(origin);
    },
    { scope: 'worker' },
  ],

  simulators: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => {
      const simulators = await startSimulators();
      await provide(simulators);
      await simulators.close();
    },
    { scope: 'worker' },
  ],

  serverWith: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => {
      const servers = new Map<string, Promise<ServerProcess>>();
      await provide((env) => {
        const name = JSON.stringify(env);
        const server = servers.get(name) ?? startServerProcess({ env });
        servers.set(name, server);
        return server;
      });
      for (const server of servers.values()) await (await server).stop();
    },
    { scope: 'worker' },
  ],

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
