// @one-database
/** Encrypted values open only for their own call, field and visitor; all other input costs nothing. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptedFields, type Endpoint, type EndpointRows } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import { Type } from '#contract/json-schema.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { newDeveloper } from '#server/testing/apps/developers.ts';
import { countRsa } from '#server/testing/costs/rsa-count.ts';
import { sampleBody } from '#server/testing/server/sample-body.ts';
import { share } from '#contract/fixtures/short-form.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import {
  encryptText,
  injectInto,
  newTestBrowser,
  type TestAnswer,
  type TestBrowser,
  type TestKey,
} from '#server/testing/server/test-browser.ts';
import { implementFor } from '#server/platform/http/implement.ts';
import { registerEndpoints } from '#server/platform/http/register-endpoints.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import type { SignedIn } from '#server/platform/http/sessions/session-port.ts';
import { networkSource } from './work-source.ts';

/** Every row with encrypted fields. */
const rows = Object.values(allEndpoints)
  .flatMap((endpoints) => Object.entries<Endpoint>(endpoints))
  .filter(([, { encrypted }]) => encrypted !== undefined);
const names = rows.map(([name]) => name);

let server: TestApp;
let plainServer: TestApp;
let visitor: TestBrowser;
let signedIn: TestBrowser;
let developer: TestBrowser;
let key: TestKey;
/** The single answer to every value that does not open. */
let refusal: string;

beforeAll(async () => {
  server = await buildTestApp({ encryption: true, config: { rateFactor: 100_000 } });
  plainServer = await buildTestApp({ encryption: false, config: { rateFactor: 100_000 } });
  visitor = server.newBrowser();
  await visitor.prepare();
  signedIn = (await server.newAccount()).browser;
  developer = (await newDeveloper(server)).browser;
  key = (await visitor.get<TestKey>('/key')).data;
  refusal = (await send('checkUsername', { username: junk() })).text;
});
afterAll(async () => {
  await server.close();
  await plainServer.close();
});

/** A text with the length of a ciphertext that opens under no label. */
function junk(): string {
  return Buffer.alloc(256, 1).toString('base64');
}

function boundOf(name: string, { wiring }: TestApp = server) {
  const bound = wiring.calls.flat().find((each) => each.name === name);
  if (bound?.schema.body === undefined) throw new Error(`the call ${name} takes no body`);
  const { schema, endpoint } = bound;
  return { endpoint, body: bound.schema.body, schema, fields: endpoint.encrypted ?? [] };
}

function browserOf(name: string): TestBrowser {
  const { access } = boundOf(name).endpoint;
  return access === 'developer' ? developer : access.startsWith('account') ? signedIn : visitor;
}

/** The browser of somebody new who may make the call. */
async function newcomerFor(name: string, on: TestApp): Promise<TestBrowser> {
  const { access } = boundOf(name).endpoint;
  if (access === 'developer') return (await newDeveloper(on)).browser;
  return access.startsWith('account') ? (await on.newAccount()).browser : on.newBrowser();
}

async function send(
  name: string,
  body: object | string,
  { browser = browserOf(name), keyId = key.client_id }: { browser?: TestBrowser; keyId?: string | undefined } = {},
): Promise<TestAnswer> {
  const { endpoint } = boundOf(name);
  const path = `/api${endpoint.path.replaceAll(/:\w+/g, 'register')}`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // Accounts have their own language; the test compares answers as texts.
  const headers = {
    'x-key-id': keyId,
    cookie: [...new Map([...browser.cookies, ['lang', 'en_US']])].map((pair) => pair.join('=')).join('; '),
  };
  return browser.raw({ method: endpoint.method, path, headers, body: text });
}

/** The logged reason of the last refusal; undefined if its handler answered. */
function lastReason({ logLines }: TestApp = server): unknown {
  return logLines.findLast(({ msg }) => msg === 'request')?.['reason'];
}

/** A valid body whose encrypted fields are the results of `seal` for their names. */
function bodyOf(name: string, seal: (field: string) => unknown = junk): Record<string, unknown> {
  const { body, fields } = boundOf(name);
  return { ...sampleBody(body, fields), ...Object.fromEntries(fields.map((field) => [field, seal(field)])) };
}

/** As many as fit into the largest body of a call beside its own fields. */
function crowdFor<T>(name: string, make: (n: number) => T): T[] {
  const room = (boundOf(name).endpoint.bodyLimit ?? 64 * 1024) - 5000;
  return Array.from({ length: Math.floor(room / (JSON.stringify(make(9999)).length + 1)) }, (_, n) => make(n));
}

/** Bodies full of encrypted fields, all in wrong places. */
function crowdedBodies(name: string): readonly (readonly [string, object | string])[] {
  const { fields } = boundOf(name);
  const [field = ''] = fields;
  const good = bodyOf(name);
  const crowd = <T>(make: (n: number) => T) => crowdFor(name, make);
  const others = encryptedFields.filter((each) => !fields.includes(each));
  const doubled = crowd(() => `${JSON.stringify(field)}:${JSON.stringify(junk())}`).join(',');
  return [
    ['in a list beside its own', { ...good, x: crowd(() => ({ [field]: 0 })) }],
    ['in a list alone', { x: crowd(() => ({ [field]: 0 })) }],
    ['in a list, and whole', { ...good, x: crowd(() => ({ [field]: junk() })) }],
    ['in objects of objects', { ...good, x: crowd((n) => ({ a: { [field]: junk(), b: { [field]: junk() } }, n })) }],
    ['in the captcha proof', { ...good, validate: { [field]: junk(), [field === 'code' ? 'phone' : 'code']: junk() } }],
    ['instead of one', { ...good, [field]: crowd(junk) }],
    ['in an object instead of one', { ...good, [field]: { [field]: junk() } }],
    ['twice and more', `{${doubled}}`],
    ['under names of other calls', { ...good, ...Object.fromEntries(others.map((each) => [each, junk()])) }],
    ['under names that are new', { ...good, ...Object.fromEntries(crowd((n) => [`${field}${n}`, junk()])) }],
    ['as a list of bodies', crowd(() => good)],
  ];
}

describe.each(names)('%s', (name) => {
  it('opens nothing of a body with encrypted fields in wrong places, and answers as usual', async () => {
    for (const [where, body] of share(crowdedBodies(name), { of: 3, turn: name })) {
      using rsa = countRsa();
      const { text } = await send(name, body);
      expect([where, text, rsa.onEventLoop, rsa.inThreads]).toEqual([where, refusal, 0, 0]);
    }
  });

  it('opens nothing when a field is malformed ciphertext, and answers as usual', async () => {
    const { fields } = boundOf(name);
    const forms = [
      '',
      'x',
      '13800138000',
      junk().slice(4),
      `${junk()}AAAA`,
      `*${junk().slice(1)}`,
      Buffer.alloc(384, 1).toString('base64'),
    ];
    for (const field of fields) {
      for (const value of [...forms, 7, null, true, [], [junk()], {}]) {
        using rsa = countRsa();
        const { text } = await send(name, { ...bodyOf(name), [field]: value });
        expect([field, value, text, rsa.onEventLoop, rsa.inThreads]).toEqual([field, value, refusal, 0, 0]);
      }
    }
  });

  it('costs one operation in a thread per field, and gives the same answer for every cause', async () => {
    const { fields } = boundOf(name);
    const browser = browserOf(name);
    const stranger = server.newBrowser();
    await stranger.prepare();
    const under = (label: (field: string) => string) => bodyOf(name, (field) => encryptText('x', { key: key.key, label: label(field) }));
    const token = browser.cookies.get('csrf') ?? '';
    const another = (field: string) => encryptedFields[(encryptedFields.findIndex((each) => each === field) + 1) % encryptedFields.length];
    const causes: readonly (readonly [string, object, string?])[] = [
      ['random text', bodyOf(name)],
      ['without a label', bodyOf(name, () => encryptText('x', { key: key.key }))],
      ['under an older label', under((field) => `field-0.x:${field}:${token}`)],
      ['as another field', under((field) => `${key.label}:${another(field)}:${token}`)],
      ['by another visitor', under((field) => `${key.label}:${field}:${stranger.cookies.get('csrf')}`)],
      ['under an unknown key', under((field) => `${key.label}:${field}:${token}`), 'AAAAAAAAAAAAAAAA'],
      ['under no key', under((field) => `${key.label}:${field}:${token}`), ''],
      ['no UTF-8', bodyOf(name, (field) => encryptText(Buffer.of(0xff, 0xfe), { key: key.key, label: `${key.label}:${field}:${token}` }))],
      ['NUL in it', bodyOf(name, (field) => encryptText('a\0b', { key: key.key, label: `${key.label}:${field}:${token}` }))],
    ];
    for (const [cause, body, keyId = key.client_id] of causes) {
      using rsa = countRsa();
      const { text } = await send(name, body, { browser, keyId });
      expect([cause, text, lastReason(), rsa.onEventLoop, rsa.inThreads]).toEqual([cause, refusal, 'decryption', 0, fields.length]);
    }
  });

  it('accepts the values that its own visitor encrypted for it', async () => {
    const { fields, endpoint } = boundOf(name);
    const browser = endpoint.access === 'visitor' ? visitor : await newcomerFor(name, server);
    const { sealed, keyId } = await browser.seal(bodyOf(name, () => 'x'));
    using rsa = countRsa();
    await send(name, sealed, { browser, keyId });
    expect(['decryption', 'shape', 'body', 'csrf']).not.toContain(lastReason());
    expect([rsa.onEventLoop, rsa.inThreads]).toEqual([0, fields.length]);
  });

  it('opens nothing with encryption off: its fields are then plain', async () => {
    const { fields } = boundOf(name, plainServer);
    const browser = await newcomerFor(name, plainServer);
    await browser.prepare();
    using rsa = countRsa();
    await send(
      name,
      bodyOf(name, () => 'x'),
      { browser },
    );
    expect(['decryption', 'shape', 'body', 'csrf']).not.toContain(lastReason(plainServer));
    for (const [where, body] of crowdedBodies(name).slice(0, 3)) {
      const { status } = await send(name, body, { browser });
      expect([where, status, fields.length > 0]).toEqual([where, 400, true]);
    }
    expect([rsa.onEventLoop, rsa.inThreads]).toEqual([0, 0]);
  });
});

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(junk(), junk(), junk().slice(1), 'x', '', 7, null, true),
    fc.array(tie('any'), { maxLength: 40 }),
    fc.dictionary(fc.constantFrom(...encryptedFields, 'x', 'choices', 'validate'), tie('any')),
  ),
})).any;

it('never costs more than its number of fields, for any body', async () => {
  const body = fc.dictionary(fc.constantFrom(...encryptedFields, 'x', 'region', 'validate'), value);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), body, fc.boolean(), async (name, made, isWhole) => {
      const { fields } = boundOf(name);
      const whole = isWhole ? { ...bodyOf(name), ...made } : made;
      using rsa = countRsa();
      const { status } = await send(name, whole);
      expect(status).toBeLessThan(500);
      expect(rsa.onEventLoop).toBe(0);
      const given = fields.filter((field) => Object.hasOwn(whole, field));
      expect([0, given.length]).toContain(rsa.inThreads);
      if (rsa.inThreads > 0) expect(given.map((field) => Reflect.get(whole, field))).toEqual(given.map(() => junk()));
    }),
    { numRuns: 300 },
  );
});

it('asks to retry while too many bodies of its network wait, without affecting others', async () => {
  const { fieldDecryption } = server.wiring.platform;
  const neighbor = server.newBrowser();
  await neighbor.prepare();
  const [asked, changed] = [await neighbor.seal({ username: 'nobody' }), await signedIn.seal({ nickname: 'Quiet' })];
  const source = networkSource(visitor);
  const body = (count: number) => {
    const fields = Array.from({ length: count }, () => ({ name: 'phone', text: junk() }));
    return fieldDecryption.open({ clientId: key.client_id, token: '', fields, source });
  };
  // Two that keep the threads busy, and the maximum number that may wait.
  const waiting = Promise.allSettled([body(300), body(300), ...Array.from({ length: 256 }, () => body(1))]);
  expect(fieldDecryption.waiting()).toBe(256);
  const [refused, answered, done] = await Promise.all([
    send('checkUsername', { username: junk() }),
    send('checkUsername', asked.sealed, { browser: neighbor }),
    send('updateNickname', changed.sealed, { browser: signedIn }),
  ]);
  expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([503, 503, '1']);
  expect([answered.data, done.code]).toEqual([false, 200]);
  expect(fieldDecryption.refused()).toEqual({ full: 1, gaveWay: 2, late: 0 });
  expect((await waiting).filter(({ status }) => status === 'rejected')).toHaveLength(2);
});

it('is checked against its transport schema first, and against the plain schema afterwards', async () => {
  const endpoints = {
    enter: {
      method: 'POST',
      path: '/enter',
      summary: 'Enters.',
      access: 'visitor',
      act: 'asks',
      errors: [],
      encrypted: ['code'],
      rate: 'action',
    },
  } as const satisfies EndpointRows;
  const digits = Type.String({ pattern: '^\\d{6}$' });
  const schemas = {
    enter: { body: Type.Object({ code: digits }, { additionalProperties: false }), data: Type.Object({ got: Type.String() }) },
  } satisfies SchemasFor<typeof endpoints>;
  await using stack = new AsyncDisposableStack();
  const { app, context } = createHttpServer({ ...server.wiring.http, refusalText: (name) => name, tooManyCookies: '' });
  stack.defer(() => app.close());
  const enter = implementFor<SignedIn>()(endpoints, schemas, { enter: (call) => ({ got: call.body.code }) });
  registerEndpoints(app, context, [server.wiring.calls.flat(), enter]);
  await app.ready();
  const browser = newTestBrowser({ send: injectInto(app), origin: server.config.publicUrl });
  expect((await browser.post('/enter', { code: '123456' })).data).toEqual({ got: '123456' });
  using rsa = countRsa();
  expect([(await browser.post('/enter', { code: 'letter' })).status, lastReason(), rsa.inThreads]).toEqual([400, 'shape', 1]);
  const plain = await browser.raw({ method: 'POST', path: '/api/enter', body: '{"code":"123456"}' });
  expect([plain.status, lastReason(), rsa.inThreads]).toEqual([400, 'shape', 1]);
});

it('leaves unmarked values as received', async () => {
  // `validate` is not encrypted: an invalid proof is reported as such, not as a failed decryption.
  expect((await visitor.post('/check/username', { username: 'nobody', validate: 'not a proof' })).code).toBe(3008);
});
