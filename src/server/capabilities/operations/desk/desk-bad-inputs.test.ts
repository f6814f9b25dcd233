// @one-database
/** What the desk is sent by mistake or on purpose: no answer opens a person, and none is an error of the server. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { second } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { enter, newMember, type DeskBrowser, type DeskMember } from '#server/testing/people/desk.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let agent: DeskMember;
let desk: DeskBrowser;
let person: Person;
let email: string;

const why = { reason: 'asked', caseRef: 'CS-4711' };

beforeAll(async () => {
  app = await buildTestApp({ desk: true, config: { rateFactor: 1000 } });
  person = await signUp(app);
  email = freshEmail();
  await addEmail(app, await accountIdOf(app, person.contact), email);
});

afterAll(() => app.close());

beforeEach(async () => {
  agent = await newMember(app, 'agent');
  desk = await enter(app, agent);
});

const find = (text: string, by = desk) => by.post<{ readonly look: string; readonly kind: string }>('/person/find', { text, ...why });

/** The same digits in another script. */
const inScript = (digits: string, zero: number) => digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

/** Nothing was opened, whatever was said. */
async function expectNoLook(): Promise<void> {
  expect(await app.db.q().selectFrom('desk_looks').select('id').where('member', '=', agent.name).execute()).toEqual([]);
}

describe('a search', () => {
  it.each<readonly [string, (phone: string, mail: string) => string]>([
    ['a sign without width in it', (phone) => `${phone.slice(0, 3)}\u200B${phone.slice(3)}`],
    ['a sign that turns the direction', (phone) => `\u202E${phone}`],
    ['wide digits', (phone) => inScript(phone, 0xff10)],
    ['Arabic digits', (phone) => inScript(phone, 0x660)],
    ['mathematical digits', (phone) => inScript(phone, 0x1d7ce)],
    ['a look-alike of a letter', (_phone, mail) => mail.replace('e', 'е')],
    ['a pattern of SQL', (phone) => `${phone.slice(0, 10)}_`],
    ['an end of a statement', (phone) => `${phone}'; --`],
  ])('finds nobody by a text with %s', async (_what, change) => {
    const answer = await find(change(person.contact, email));
    expect([answer.status, answer.data]).toEqual([200, { kind: '', look: '', app: '' }]);
    await expectNoLook();
    // The text itself finds somebody.
    expect(await find(person.contact)).toMatchObject({ code: 200, data: { kind: 'phone' } });
  });

  it.each<readonly [string, (phone: string, mail: string) => string]>([
    ['a NUL before it', (phone) => `\u0000${phone}`],
    ['a NUL after it', (phone) => `${phone}\u0000`],
    ['a NUL in an address', (_phone, mail) => mail.replace('@', '\u0000@')],
    ['a NUL in a reference', () => 'Q7K2-9D\u0000X'],
    ['half of a pair', (phone) => `${phone}\uD83D`],
    ['60 KB', (phone) => phone.repeat(5500)],
  ])('by a text with %s is refused', async (_what, change) => {
    expect(await find(change(person.contact, email))).toMatchObject({ status: 400, code: 400 });
    await expectNoLook();
  });

  it.each<readonly [string, number, () => string]>([
    ['1 MB', 413, () => JSON.stringify({ text: '1'.repeat(1_000_000), ...why })],
    ['a key twice', 400, () => `{"text":"13900000000","text":"${person.contact}","reason":"asked","caseRef":"CS-4711"}`],
    [
      'a key twice, once escaped',
      400,
      () => `{"text":"13900000000","te\\u0078t":"${person.contact}","reason":"asked","caseRef":"CS-4711"}`,
    ],
    ['a key too many', 400, () => JSON.stringify({ text: person.contact, ...why, account: 'x' })],
    ['a prototype', 400, () => `{"__proto__":{"reason":"asked"},"text":"${person.contact}","caseRef":"CS-4711"}`],
    ['a list for a text', 400, () => JSON.stringify({ text: [person.contact], ...why })],
    ['a number for a text', 400, () => JSON.stringify({ text: Number(person.contact), ...why })],
    ['no text', 400, () => JSON.stringify(why)],
    ['half a body', 400, () => JSON.stringify({ text: person.contact, ...why }).slice(0, -2)],
    ['a phone in the number of its case', 3062, () => JSON.stringify({ text: person.contact, ...why, caseRef: 'CS-13800138000' })],
    ['a NUL in the number of its case', 400, () => JSON.stringify({ text: person.contact, ...why, caseRef: 'CS-4711\u0000' })],
    ['wide digits in the number of its case', 3062, () => JSON.stringify({ text: person.contact, ...why, caseRef: 'CS-４７１１' })],
    ['a reason with a NUL', 400, () => JSON.stringify({ text: person.contact, ...why, reason: 'asked\u0000' })],
  ])('with %s is refused with %s', async (_what, code, body) => {
    const proof = await desk.proof('POST', '/person/find');
    const site = app.config.desk?.url ?? '';
    const headers = { origin: site, host: new URL(site).host, 'desk-proof': proof, 'x-csrf-token': undefined };
    const answer = await desk.browser.raw({ method: 'POST', path: '/desk/api/person/find', headers, body: body() });
    expect(answer.code).toBe(code);
    expect(answer.text).not.toContain(person.contact);
    await expectNoLook();
  });

  it('finds nobody for a member whose role ends while it is under way', async () => {
    const { accounts } = app.wiring.core.identity;
    const asked = accounts.findId.bind(accounts);
    const ending = vi.spyOn(accounts, 'findId').mockImplementationOnce(async (...about) => {
      await sql`update staff set state = 'ended' where name = ${agent.name}`.execute(app.db.q());
      return asked(...about);
    });
    const answer = await find(person.contact);
    expect(ending).toHaveBeenCalled();
    ending.mockRestore();
    expect(answer).toMatchObject({ code: 3060 });
    expect(answer.text).not.toMatch(/"look":"./);
    await expectNoLook();
  });
});

describe('a look', () => {
  it.each<readonly [string, (look: string) => string, number]>([
    ['that nobody has', () => newId(), 3064],
    ['that is none', () => '../../me', 400],
    ['with a NUL', (look) => `${look.slice(0, 21)}\u0000`, 400],
    ['in part', (look) => look.slice(0, 21), 400],
    ['in other letters', (look) => look.toUpperCase(), 3064],
  ])('%s shows nothing', async (_what, change, code) => {
    const { data } = await find(person.contact);
    for (const [path, rest] of [
      ['/person/card', { card: 'state' }],
      ['/person/unmask', { field: 'phone', at: '', ...why }],
    ] as const) {
      const answer = await desk.post(path, { look: change(data.look), ...rest });
      expect([path, answer.code]).toEqual([path, code]);
      expect(answer.text).not.toContain(person.contact);
    }
  });

  it('of another member, and of an earlier session of the same one, shows nothing and does nothing', async () => {
    const { data } = await find(person.contact);
    const other = await enter(app, await newMember(app, 'lead'));
    const later = await enter(app, agent);
    for (const by of [other, later]) {
      expect(await by.post('/person/card', { look: data.look, card: 'state' })).toMatchObject({ code: 3064 });
      expect(await by.post('/person/unmask', { look: data.look, field: 'phone', at: '', ...why })).toMatchObject({ code: 3064 });
      expect(await by.post('/act/lock', { look: data.look, version: 0, ...why })).toMatchObject({ code: 3064 });
    }
  });
});

describe('a write', () => {
  const code = async (headers: Readonly<Record<string, string | undefined>>) =>
    (await desk.post('/person/find', { text: person.contact, ...why }, headers)).code;
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  /** A proof by its own key, as `header` says. */
  function forged(header: Readonly<Record<string, unknown>>, key?: KeyObject): string {
    const claims = {
      htm: 'POST',
      htu: `${app.config.desk?.url ?? ''}/desk/api/person/find`,
      iat: Math.floor(app.clock.now() / second),
      jti: newId(),
    };
    const text = `${part({ typ: 'dpop+jwt', alg: 'ES256', ...header })}.${part(claims)}`;
    const signature = key === undefined ? Buffer.alloc(0) : sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  }

  it.each<readonly [string, () => Promise<string | undefined> | string | undefined]>([
    ['no proof', () => undefined],
    ['an empty proof', () => ''],
    ['a proof of 1 MB', () => 'a'.repeat(10_000)],
    ['a proof of another method', () => desk.proof('DELETE', '/person/find')],
    ['a proof for another address', () => desk.proof('POST', '/person/card')],
    ['a proof for another host', () => desk.proof('POST', '/person/find', { htu: 'https://desk.example.net/desk/api/person/find' })],
    ['a proof of tomorrow', () => desk.proof('POST', '/person/find', { iat: app.clock.now() / second + 86_400 })],
    ['a proof without a time', () => desk.proof('POST', '/person/find', { iat: undefined })],
    ['a proof without a number', () => desk.proof('POST', '/person/find', { jti: undefined })],
    ['a proof with a short number', () => desk.proof('POST', '/person/find', { jti: 'x' })],
    ['a proof without its key', () => forged({}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
    ['a proof without a signature', () => forged({ alg: 'none' })],
    [
      'a proof by another key',
      () => {
        const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        return forged({ jwk: publicKey.export({ format: 'jwk' }) }, privateKey);
      },
    ],
    ['two proofs', async () => `${await desk.proof('POST', '/person/find')}, ${await desk.proof('POST', '/person/find')}`],
  ])('with %s is nobody’s', async (_what, proof) => {
    expect(await code({ 'desk-proof': await proof() })).toBe(401);
    expect(await code({})).toBe(200);
  });

  it('is signed once', async () => {
    const proof = await desk.proof('POST', '/person/find');
    expect(await code({ 'desk-proof': proof })).toBe(200);
    expect(await code({ 'desk-proof': proof })).toBe(401);
  });

  it.each<readonly [string, (own: string, other: string) => string]>([
    ['two cookies of a session', (own, other) => `desk=${own}; desk=${other}`],
    ['two cookies of a session, the other first', (own, other) => `desk=${other}; desk=${own}`],
    ['the cookie of another member', (_own, other) => `desk=${other}`],
    ['the cookie of a person', () => `desk=${person.browser.cookies.get('sid') ?? 'x'.repeat(43)}`],
    ['an empty cookie', () => 'desk='],
  ])('with %s is nobody’s', async (_what, cookie) => {
    const other = await enter(app, await newMember(app, 'lead'));
    const [mine, theirs] = [desk, other].map(({ browser }) => browser.cookies.get('desk') ?? '');
    expect(mine).toMatch(/^[\w-]{43}$/);
    expect(await code({ cookie: cookie(mine ?? '', theirs ?? '') })).toBe(401);
    expect(await code({ cookie: `desk=${mine}` })).toBe(200);
  });

  it.each(['desk.example.net', 'localhost', '127.0.0.1', '[::1]'])('for the host %s comes from a page of another site', async (host) => {
    // A name that was pointed at this server: its pages have their own origin.
    expect(await code({ host, origin: `http://${host}` })).toBe(403);
    expect(await code({ host, origin: undefined })).toBe(403);
  });
});
