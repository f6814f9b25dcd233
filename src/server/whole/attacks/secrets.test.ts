// @one-database
/**
 * Secrets that no answer, log line or row may hold: a walk through the product that records all output of the server.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeWithin } from '#contract/fixtures/codes.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { readAllRows } from '#server/testing/lives/all-rows.ts';
import { everythingWritten } from '#server/testing/lives/everything-written.ts';
import { freshEmail, freshPhone, goodPassword, registrationBody, signUp } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, addEmail, askReset, sendVisitorCode, visitorCode } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { injectInto, newTestBrowser, type TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
/** All answers, without the values of Set-Cookie. */
const answers: string[] = [];
const secrets = new Map<string, string>();
const [phone, email] = [freshPhone(), freshEmail()];
const passwords = ['violet7-Harbour', 'Harbour9-violet', 'Lantern4-meadow'] as const;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
  await walk();
});

afterAll(async () => {
  await app.close();
});

function newBrowser(): TestBrowser {
  const inject = injectInto(app.app);
  return newTestBrowser({
    origin: app.config.publicUrl,
    send: async (request) => {
      const answer = await inject(request);
      const { 'set-cookie': _own, ...headers } = answer.headers;
      answers.push(`${request.method} ${request.path} ${answer.status} ${JSON.stringify(headers)} ${answer.text}`);
      return answer;
    },
  });
}

function keep(name: string, secret: string | undefined): string {
  if (secret === undefined || secret === '') throw new Error(`there is no ${name}`);
  secrets.set(name, secret);
  return secret;
}

async function ok(calling: Promise<{ readonly code: number; readonly text: string }>): Promise<void> {
  const { code, text } = await calling;
  if (code !== 200) throw new Error(text);
}

function keepSession(name: string, browser: TestBrowser): void {
  keep(name, browser.cookies.get('sid'));
}

/** Registration, a second contact, every way to sign in and to reset a password, with the secrets of each. */
async function walk(): Promise<void> {
  const browser = newBrowser();
  const [password, second, third] = passwords;
  const body = await registrationBody(app, browser, { phone });
  keep('code to register', await app.codeFor(phone));
  await ok(browser.post('/register/phone', { ...body, password: keep('password', password) }));
  keepSession('session after the registration', browser);

  const proof = keep('code for a proof', await accountCode(app, browser, { contact: phone }));
  await ok(browser.post('/account/auth', { method: 'phone', code: proof }));
  keepSession('session after the proof', browser);
  const bind = keep('code to bind', await accountCode(app, browser, { contact: email, scene: 'bind' }));
  await ok(browser.post('/update/email', { email, code: bind }));
  await ok(browser.post('/password/update', { oldPassword: password, newPassword: keep('second password', second) }));
  await ok(browser.post('/logout', {}));

  const other = newBrowser();
  await other.post('/login/password', { account: phone, password: keep('wrong password', 'Marigold2-window') });
  await ok(
    other.post('/login/code', {
      account: email,
      code: keep('code to sign in', await visitorCode(app, other, { contact: email, scene: 'login' })),
    }),
  );
  keepSession('session after the code', other);

  const last = newBrowser();
  const { code, token } = await askReset(app, last, email);
  keep('code to reset', code);
  await ok(
    last.post('/password/reset/reset_password/email', { token: keep('recovery link', token), newPassword: keep('third password', third) }),
  );
  await ok(last.post('/login/password', { account: email, password: third }));
  const { data } = await last.post<{ ticket: string }>('/delete/password', { password: third });
  keepSession('last session', last);
  // The ticket goes to its holder; nobody else may find it.
  tickets.push(data.ticket);
}

const tickets: string[] = [];

const secretOf = new RegExp(String.raw`(?<=token=|/[nru]/)[\w-]{22,43}|(?<=code":")${codeWithin()}`, 'g');

/** As a separate word: the digits of a code occur in many longer numbers. */
function holders(texts: readonly string[], secret: string): readonly string[] {
  const word = new RegExp(`(?<![\\w-])${secret}(?![\\w-])`);
  return texts.filter((text) => word.test(text)).map((text) => text.slice(0, 200));
}

it('has no code, password, link or session in any answer', () => {
  expect(answers.length).toBeGreaterThan(20);
  expect(secrets.size).toBe(14);
  for (const [name, secret] of secrets) expect(holders(answers, secret), name).toEqual([]);
});

it('shows no whole phone or email in any answer, and no secret in any URL of ours', () => {
  for (const contact of [phone, email]) expect(holders(answers, contact), contact).toEqual([]);
});

it('has none of them in the log, nor a phone, an email or a ticket', () => {
  const lines = app.logLines.map((line) => JSON.stringify(line));
  expect(lines.length).toBeGreaterThan(10);
  const named = [...secrets, ['phone', phone], ['email', email], ...tickets.map((ticket) => ['ticket', ticket] as const)] as const;
  for (const [name, secret] of named) expect(holders(lines, secret), name).toEqual([]);
});

it('has no usable code, password, link, session or ticket in any row', async () => {
  const rows = [...(await readAllRows(app))].flatMap(([table, found]) => found.map((row) => `${table} ${JSON.stringify(row)}`));
  expect(rows.length).toBeGreaterThan(20);
  for (const [name, secret] of [...secrets, ...tickets.map((ticket) => ['ticket', ticket] as const)]) {
    expect(holders(rows, secret), name).toEqual([]);
  }
});

it('keeps a waiting message sealed: no table, file or log line holds its code, link or recipient', async () => {
  await using stack = new AsyncDisposableStack();
  const server = await buildTestApp({ config: { rateFactor: 1000 } });
  stack.defer(() => server.close());
  const { browser, contact } = await signUp(server);
  const own = freshEmail();
  await addEmail(server, await accountIdOf(server, contact), own);
  await browser.post('/account/auth', { method: 'password', password: goodPassword });
  // From here on nothing is sent.
  await server.wiring.jobs.outbox.close();
  const [freePhone, freeMail] = [freshPhone(), freshEmail()];
  for (const [target, scene] of [
    [freePhone, 'register'],
    [freeMail, 'register'],
    [contact, 'login'],
    [own, 'login'],
    [own, 'reset'],
    [freePhone, 'upgrade'],
  ] as const)
    await ok(sendVisitorCode(server.newBrowser(), { contact: target, scene }));
  for (const [channel, body] of [
    ['sms', { scene: 'verify' }],
    ['email', { scene: 'verify' }],
    ['email', { scene: 'bind', email: freeMail }],
    ['sms', { scene: 'delete' }],
  ] as const)
    await ok(browser.post(`/captcha/account/${channel}/send/login`, body));

  const queue = createOutboxQueue({ db: server.db, keyring: server.wiring.keyring, clock: server.clock });
  const rows = await server.db.q().selectFrom('outbox').select('sealed').execute();
  const texts = rows.map(({ sealed }) => JSON.stringify(queue.open(sealed).message));
  const secret = new Set(texts.flatMap((text) => [...text.matchAll(secretOf)].map(([found]) => found)));
  // A code in each, a link in those by mail that lead somewhere, and the message to the other contact of a begun recovery.
  expect(texts).toHaveLength(11);
  expect(secret.size).toBeGreaterThan(10);
  const written = await everythingWritten(server);
  const places = [...written].map(([place, bytes]) => `${place} ${bytes.toString('latin1')}`);
  expect(holders(places, 'outbox').length).toBeGreaterThan(0);
  for (const one of secret) expect(holders(places, one), one).toEqual([]);
  for (const free of [freePhone, freeMail]) expect(holders(places, free), free).toEqual([]);
});
