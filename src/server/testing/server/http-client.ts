import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fetchFrom, newTestBrowser, type Send, type TestAnswer, type TestBrowser } from './test-browser.ts';

export interface Registered {
  readonly phone: string;
  readonly password: string;
}

/** A browser for a server in a separate process, with common actions. */
export interface HttpClient extends TestBrowser {
  /** The newest code to a phone or email that this client has not returned yet; waits for it. */
  codeFor(target: string): Promise<string>;
  /** Registers an account by phone and stays signed in. */
  register(account?: Partial<Registered>): Promise<Registered>;
  signIn(account: Registered): Promise<TestAnswer>;
}

export interface HttpClientOptions {
  /** The client IP that the server sees; a unique one by default. */
  readonly clientIp?: string;
  /** `Accept-Language`. */
  readonly language?: string;
  /** The site's own URL if it differs from the listening one. */
  readonly publicOrigin?: string;
  /** The transport of requests if they do not go directly to the server. */
  readonly send?: Send;
}

export function connectHttp(
  listening: string,
  { clientIp, language = 'zh-CN', publicOrigin = listening, send: fetching = fetchFrom(listening) }: HttpClientOptions = {},
): HttpClient {
  const send: Send = (request) => fetching({ ...request, headers: { 'accept-language': language, ...request.headers } });
  const browser = newTestBrowser({ send, origin: publicOrigin, ...(clientIp === undefined ? {} : { clientIp }) });
  const given = new Set<string>();

  const client: HttpClient = {
    ...browser,

    async codeFor(target) {
      for (let tries = 0; tries < 200; tries += 1) {
        // Only this machine may see the outbox.
        const headers = { 'x-forwarded-for': undefined };
        const { text } = await browser.raw({ method: 'GET', path: `/dev/outbox.json?to=${encodeURIComponent(target)}`, headers });
        const messages: readonly { at: string | number; code: string | null }[] = JSON.parse(text);
        const message = messages.find(({ at, code }) => code && !given.has(`${at} ${code}`));
        if (message?.code) {
          for (const { at, code } of messages) given.add(`${at} ${code}`);
          return message.code;
        }
        await delay(25);
      }
      throw new Error(`no code was sent to ${target}`);
    },

    async register(account) {
      const { phone, password, body } = await prepareRegistration(client, account);
      expectOk(await client.post('/register/phone', body));
      await renewToken(browser);
      return { phone, password };
    },

    async signIn({ phone, password }) {
      const answer = await client.post('/login/password', { account: phone, password });
      await renewToken(browser);
      return answer;
    },
  };
  return client;
}

/** A registration by phone that only needs to be sent: `POST /register/phone` with `body`. */
export interface PreparedRegistration extends Registered {
  readonly body: Readonly<Record<string, unknown>>;
}

/** Requests and reads a code and solves the captcha: all steps up to the last call. */
export async function prepareRegistration(
  client: HttpClient,
  { phone = freshPhone(), password = freshPassword() }: Partial<Registered> = {},
): Promise<PreparedRegistration> {
  expectOk(await client.post('/captcha/sms/send/register', { phone, validate: await client.solveCaptcha('register') }));
  const agreements = await Promise.all(
    ['private', 'server'].map(async (path) => {
      const { type, version } = expectOk(await client.get<{ type: string; version: string }>(`/agreement/${path}/latest`));
      return { type, version };
    }),
  );
  const code = await client.codeFor(phone);
  const validate = await client.solveCaptcha('register');
  return { phone, password, body: { phone, password, code, validate, region: 'CN', agreements } };
}

/** `data` of an answer that must be a success. */
export function expectOk<Data>({ code, msg, data }: TestAnswer<Data>): Data {
  if (code !== 200) throw new Error(`the server answered ${code} ${msg} ${JSON.stringify(data)}`);
  return data;
}

const numbers = 1_000_000_000;
let lastNumber = randomInt(numbers);

/** Nine digits or fewer that this process has not given before: thousands of random ones would meet. */
export function freshNumber(): number {
  lastNumber = (lastNumber + 1) % numbers;
  return lastNumber;
}

export function freshPhone(): string {
  return `13${String(freshNumber()).padStart(9, '0')}`;
}

export function freshEmail(domain = 'example.com'): string {
  return `person${freshNumber()}@${domain}`;
}

/** Satisfies every rule of a password. Six digits without letters would now and then be a usual sequence, which is refused. */
export function freshPassword(): string {
  return `Cedar-${randomInt(2 ** 47).toString(36)}-7root`;
}

/** The CSRF token is bound to the session, which has just begun. */
async function renewToken(browser: TestBrowser): Promise<void> {
  await browser.get('/key');
}
