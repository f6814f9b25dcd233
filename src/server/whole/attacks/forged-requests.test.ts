// @one-database
/** Values that a request claims about itself or others have no effect: client IPs, hosts, ids. */
import { usualChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAuthenticator } from '#server/testing/people/authenticator.ts';
import { otherCode, someCode, zeroCode } from '#contract/fixtures/codes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { catalogue } from '#contract/errors.ts';
import { rates } from '#contract/limits.ts';
import { choiceVersion } from '#contract/account/agreements/consents.words.ts';
import { guardianTextVersion } from '#contract/vocabulary/children.ts';
import { developerAgreement } from '#server/core/account/agreements/agreements.ts';
import { readAllRows } from '#server/testing/lives/all-rows.ts';
import { accountCode, accountIdOf, addEmail, sendVisitorCode, visitorCode } from '#server/testing/people/proving.ts';
import { freshEmail, freshPhone, signUp, type Person } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { namesUnknownThing, sampleBody } from '#server/testing/server/sample-body.ts';
import { freshIp } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

describe('the client IP', () => {
  /** Headers with which proxies report a client IP, true or false. */
  const forms: readonly ((address: string) => Readonly<Record<string, string | undefined>>)[] = [
    (address) => ({ 'x-forwarded-for': address }),
    (address) => ({ 'x-forwarded-for': `${address}, 127.0.0.1` }),
    (address) => ({ 'x-forwarded-for': `127.0.0.1, ${address}` }),
    (address) => ({ 'x-forwarded-for': `::ffff:${address}` }),
    (address) => ({ 'x-forwarded-for': `unknown, ${address}:443` }),
    (address) => ({ forwarded: `for=${address};proto=https` }),
    ...[
      'x-real-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'true-client-ip',
      'cf-connecting-ip',
      'fastly-client-ip',
      'x-originating-ip',
    ].map((name) => (address: string) => ({ [name]: address, 'x-forwarded-for': undefined })),
  ];
  const limit = rates.challenge.perNetwork;

  /** The statuses of one request more than the limit of one source. */
  async function beyondLimit(site: TestApp, headers: (turn: number) => Readonly<Record<string, string | undefined>>) {
    const path = '/api/captcha/challenge?scene=login';
    return Promise.all(
      Array.from({ length: limit + 1 }, async (_, turn) => {
        return (await site.newBrowser().raw({ method: 'GET', path, headers: headers(turn) })).status;
      }),
    );
  }

  it('is that of the connection without a configured proxy, regardless of the headers', async () => {
    const bare = await buildTestApp({ config: { trustProxy: [] } });
    try {
      const statuses = await beyondLimit(bare, (turn) => forms[turn % forms.length]?.(freshIp()) ?? {});
      expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
      // Of so many ignored headers one is told in an hour.
      const told = bare.logLines.filter(({ msg }) => msg === 'X-Forwarded-For is ignored: TRUST_PROXY names no proxy');
      expect(told).toEqual([expect.objectContaining({ level: 'warn', peer: '127.0.0.1' })]);
    } finally {
      await bare.close();
    }
  });

  it('is the value added by the proxy, not the values before it', async () => {
    const behind = await buildTestApp();
    try {
      const own = freshIp();
      const statuses = await beyondLimit(behind, () => ({ 'x-forwarded-for': `${freshIp()}, ${own}`, 'x-real-ip': freshIp() }));
      expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
      // Only the proxy's own header counts.
      const others = ['forwarded', 'x-real-ip', 'true-client-ip'].map((name) => ({ 'x-forwarded-for': own, [name]: freshIp() }));
      expect(await Promise.all(others.map(async (headers) => (await beyondLimit(behind, () => headers)).at(-1)))).toEqual([429, 429, 429]);
    } finally {
      await behind.close();
    }
  });
});

it('compares a code five times, across all client IPs and browsers of a guesser', async () => {
  const { contact } = await signUp(app);
  const browser = app.newBrowser();
  expect(await sendVisitorCode(browser, { contact, scene: 'login' })).toMatchObject({ code: 200 });
  const code = await app.codeFor(contact);
  const guess = (turn: number) => otherCode(code, 1 + turn);
  const tryIt = async (turn: number) => {
    const who = turn % 2 === 0 ? browser : app.newBrowser();
    return (await who.post('/login/code', { account: contact, code: guess(turn) }, { 'x-forwarded-for': freshIp() })).code;
  };
  const codes = await Promise.all(Array.from({ length: 200 }, (_, turn) => tryIt(turn)));
  expect(codes.filter((each) => each === 200)).toEqual([]);
  const late = await browser.post('/login/code', { account: contact, code }, { 'x-forwarded-for': freshIp() });
  expect(late.code).not.toBe(200);
  expect(browser.cookies.has('sid')).toBe(false);
});

describe('a link in a message', () => {
  it.each([
    { host: 'evil.test' },
    { host: 'evil.test:80', 'x-forwarded-host': 'evil.test' },
    { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' },
    { 'x-forwarded-server': 'evil.test', 'x-host': 'evil.test', 'x-original-host': 'evil.test' },
    { forwarded: 'for=1.2.3.4;host=evil.test;proto=http' },
    { 'x-original-url': 'http://evil.test/', 'x-rewrite-url': '//evil.test/' },
    { referer: 'https://evil.test/register/support' },
    { 'x-forwarded-prefix': '//evil.test', 'x-forwarded-uri': '//evil.test/' },
  ])('leads to the configured host for %j', async (headers) => {
    const person = await signUp(app);
    const email = freshEmail();
    await addEmail(app, await accountIdOf(app, person.contact), email);
    const browser = app.newBrowser();
    const validate = await browser.solveCaptcha('reset');
    expect(await browser.post('/captcha/email/send/login', { email, scene: 'reset', validate }, headers)).toMatchObject({ code: 200 });
    const [mail] = await app.outbox(email);
    expect(new URL(mail?.link ?? '').origin).toBe(app.config.publicUrl);
    expect(JSON.stringify(mail)).not.toContain('evil.test');
  });
});

describe('the id of another account', () => {
  /** All names of an account, under every parameter name that a program might read. */
  async function namesOf({ contact, account }: Person) {
    const id = await accountIdOf(app, contact);
    const query = new URLSearchParams();
    for (const name of ['id', 'uid', 'sub', 'user', 'userId', 'account_id', 'accountId']) query.append(name, id);
    for (const [name, value] of [
      ['account', account.id],
      ['number', account.id],
      ['phone', contact],
    ] as const)
      query.append(name, value);
    const headers = { 'x-user-id': id, 'x-account-id': id, 'x-forwarded-user': id, 'x-remote-user': account.id, 'remote-user': account.id };
    return { id, query: query.toString(), headers };
  }

  /** Every row of every table that names this account, without the seals, which a job of the server puts on each minute. */
  async function rowsOf(id: string): Promise<string> {
    const own = [...(await readAllRows(app))].map(([table, rows]) => [table, rows.filter((row) => JSON.stringify(row).includes(id))]);
    return JSON.stringify(own, (name, value: unknown) => (name === 'seal' ? undefined : value));
  }

  const calls = () => app.wiring.calls.flat().filter(({ endpoint }) => endpoint.access.startsWith('account'));

  it('ends none of its sessions when sent as a cookie of any name', async () => {
    const [victim, attacker] = [await signUp(app), await signUp(app)];
    const { id } = await namesOf(victim);
    const row = app.db.q().selectFrom('sessions').select('id').where('account_id', '=', id).where('ended_at', 'is', null);
    const { id: sessionId } = await row.executeTakeFirstOrThrow();
    const jars = [
      { sid: sessionId },
      { sid: `${attacker.browser.cookies.get('sid')}.${sessionId}` },
      { session: sessionId, 'sid.1': sessionId, sid_multi: sessionId, sessions: JSON.stringify([sessionId]), account: id },
    ];
    for (const jar of jars) {
      const browser = app.newBrowser();
      await browser.prepare();
      for (const [name, value] of Object.entries(jar)) browser.cookies.set(name, value);
      await browser.post('/logout', {});
      await browser.raw({ method: 'GET', path: '/oidc/session/end' });
    }
    expect(await victim.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(await attacker.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });

  it('reveals nothing of it in a query or a header: every read answers about its own session', async () => {
    const [victim, attacker] = [await signUp(app), await signUp(app)];
    const { id, query, headers } = await namesOf(victim);
    for (const { name, endpoint } of calls().filter((call) => call.endpoint.method === 'GET')) {
      const path = endpoint.path.replaceAll(/:\w+/g, id);
      const { status, text } = await attacker.browser.get(`${path}?${query}`, headers);
      expect(status, name).toBeLessThan(500);
      for (const secret of [victim.account.id, victim.account.nickname, victim.contact.slice(-4)]) {
        expect(text.replaceAll(id, ''), name).not.toContain(secret);
      }
    }
  });

  /** A person with a phone, an email, an identity proof and bodies that are valid for their own account. */
  interface Attacker extends Person {
    readonly email: string;
    readonly id: string;
  }

  type Body = Readonly<Record<string, unknown>>;

  const newPassword = 'Harbour9-violet';
  const codeTo = (contact: string, scene: 'verify' | 'bind' | 'delete') => (attacker: Attacker) =>
    accountCode(app, attacker.browser, {
      contact: contact === 'phone' ? attacker.contact : contact === 'email' ? attacker.email : contact,
      scene,
    });
  const withCode =
    (contact: string, scene: 'verify' | 'bind' | 'delete', rest: Body = {}) =>
    async (attacker: Attacker): Promise<Body> => ({
      ...rest,
      code: await codeTo(contact, scene)(attacker),
    });
  const deletionTicket = async ({ browser, password }: Attacker): Promise<Body> => {
    const { data } = await browser.post<{ ticket: string }>('/delete/password', { password });
    return { ticket: data.ticket, channel: 'none', reason: 'other' };
  };
  const [freePhone, freeEmail] = [freshPhone(), freshEmail()];

  /** Bodies of writes for which one drawn from the schema is refused or does less, and the answer to each. */
  const ownBodies: Readonly<Record<string, readonly [body: Body | ((attacker: Attacker) => Promise<Body>), code: number]>> = {
    sendAccountSms: [{ scene: 'verify' }, 200],
    sendAccountEmail: [{ scene: 'verify' }, 200],
    beginPasskey: [{ purpose: 'proof', action: 'changeRegion' }, 200],
    beginPasskeyRegistration: [{ purpose: 'settings' }, 200],
    finishPasskeyRegistration: [{ credential: newAuthenticator().register({ challenge: 'AAAA', user: { id: 'AAAA' } }) }, 3026],
    verifyDeletionByPasskey: [{ credential: newAuthenticator().assert({ challenge: 'AAAA' }) }, 3001],
    authenticate: [async ({ password }) => ({ method: 'password', password }), 200],
    checkPassword: [async ({ password }) => ({ password }), 200],
    changePassword: [async ({ password }) => ({ oldPassword: password, newPassword }), 200],
    setPassword: [{ newPassword }, 403],
    changePasswordByPhone: [withCode('phone', 'verify', { newPassword }), 200],
    changePasswordByEmail: [withCode('email', 'verify', { newPassword }), 200],
    showQrcode: [{ showQrcode: false }, 200],
    fileRightsRequest: [{ kind: 'other', text: 'Hello', key: 'x'.repeat(21) }, 200],
    acceptTerms: [{ publication: 1, documents: [] }, 200],
    choose: [{ purpose: 'mail', given: true, version: choiceVersion }, 200],
    switchSettings: [{ enabled: true }, 200],
    switchSetting: [{ clientID: 'cedar-desktop', key: 'dock', on: false }, 200],
    eraseSetting: [{ clientID: 'cedar-desktop', key: 'dock' }, 200],
    changeNotices: [{ groups: usualChoice, etag: '' }, 200],
    withdrawForChild: [{ id: 'x'.repeat(22) }, 404],
    exportChild: [{ id: 'x'.repeat(22) }, 404],
    agreeAgain: [{ id: 'x'.repeat(22), version: guardianTextVersion }, 404],
    openQr: [{ qrCode: 'x'.repeat(43) }, 3050],
    askQr: [{ qrCode: 'x'.repeat(43) }, 3050],
    unbindPlatform: [{ platform: 'qq' }, 400],
    decideQr: [{ qrCode: 'x'.repeat(43), number: 47 }, 3050],
    freezeOwn: [{ why: 'phone' }, 200],
    openWait: [{ action: 'unbindEmail' }, 3017],
    checkMessage: [{ reference: '7K2Q-9DMX' }, 200],
    updateUsername: [{ username: `u${randomInt(1_000_000_000)}` }, 200],
    updateNickname: [{ nickname: `n${randomInt(1_000_000_000)}` }, 200],
    verifyDeletionByTotp: [{ code: someCode }, 3001],
    verifyDeletionByRecovery: [{ code: 'AAAAA-AAAAA' }, 3001],
    finishTotp: [{ id: 'unknown-totp', code: someCode }, 1022],
    enableTwoStep: [{ codes: 'saved' }, 3006],
    updateTwoStep: [{ offerPasskeys: false }, 200],
    endTrust: [{ all: true }, 200],
    beginDeveloper: [{ agreement: developerAgreement.version }, 200],
    updateRegion: [{ region: 'DE' }, 200],
    updateLanguage: [{ lang: 'en_US' }, 200],
    updateUserinfo: [{ gender: 1, signature: 'hello' }, 200],
    updatePhone: [withCode(freePhone, 'bind', { phone: freePhone }), 200],
    updateEmail: [withCode(freeEmail, 'bind', { email: freeEmail }), 200],
    findUpgradeAccounts: [
      async ({ browser, contact }) => ({ phone: contact, code: await visitorCode(app, browser, { contact, scene: 'upgrade' }) }),
      200,
    ],
    bindLegacyAccount: [{ step: 'preview', legacyId: 'x', tickets: [] }, 1022],
    beginProfileImage: [{ filetype: 'image/png', size: 100 }, 200],
    findDeviceCode: [{ userCode: 'BCDF-GHJK' }, 400],
    allowDevice: [{ userCode: 'BCDF-GHJK', scopes: [] }, 400],
    denyDevice: [{ userCode: 'BCDF-GHJK' }, 400],
    bindPlatform: [{ platform: 'qq', platform_key: 'x'.repeat(43) }, 1022],
    checkOwnPhone: [async ({ contact }) => ({ phone: contact }), 200],
    checkOwnEmail: [async ({ email }) => ({ email }), 200],
    verifyDeletionByPhone: [withCode('phone', 'delete'), 200],
    // The attacker has a phone, so that no code of this kind is sent.
    verifyDeletionByEmail: [{ code: someCode }, 3001],
    verifyDeletionByPassword: [async ({ password }) => ({ password }), 200],
    requestDeletion: [deletionTicket, 200],
    changeDeletion: [async (attacker) => ({ action: 'apply', ...(await deletionTicket(attacker)) }), 200],
  };

  /** Answers to drawn bodies that are not the usual one. */
  const rareAnswers: Readonly<Record<string, number>> = {
    // A thing that is not there is removed already.
    removePasskey: 200,
    removeTotp: 200,
    cancelApp: 200,
    replyToRightsRequest: 404,
    // The drawn version is not the present one.
    consentForChild: 3010,
    putTermsOff: 3010,
    // The account is not in the state for it.
    removePassword: 3006,
    putAgeOff: 404,
    inviteGuardian: 404,
    keepOrClean: 1022,
    stopClaim: 1022,
  };

  /** A drawn body is accepted, unless it names a thing: that one is not found, or not a ticket. */
  function answerToDrawn(name: string, { path, errors }: Endpoint, body: Body): number {
    const usual = !namesUnknownThing(path, body) ? 200 : errors.includes('tokenError') ? catalogue.tokenError.code : 404;
    return rareAnswers[name] ?? usual;
  }

  async function newAttacker(): Promise<Attacker> {
    const person = await signUp(app);
    const id = await accountIdOf(app, person.contact);
    const email = freshEmail();
    await addEmail(app, id, email);
    expect(await person.browser.post('/account/auth', { method: 'password', password: person.password })).toMatchObject({ code: 200 });
    return { ...person, email, id };
  }

  it('changes nothing of it in a query, a path or a header, while the call acts on its own session', async () => {
    const victim = await signUp(app);
    const { id, query, headers } = await namesOf(victim);
    const writes = calls().filter((call) => call.endpoint.method !== 'GET');
    expect(Object.keys({ ...ownBodies, ...rareAnswers }).filter((name) => !writes.some((call) => call.name === name))).toEqual([]);
    const before = await rowsOf(id);
    for (const { name, endpoint, schema } of writes) {
      const attacker = await newAttacker();
      const drawn = schema.body === undefined ? {} : sampleBody(schema.body);
      const [body, code] = ownBodies[name] ?? [drawn, answerToDrawn(name, endpoint, drawn)];
      const own = JSON.stringify(typeof body === 'function' ? await body(attacker) : body);
      const purpose = endpoint.path.replace(':purpose', 'login').replaceAll(/:\w+/g, id);
      const path = `/api${purpose}?${query}`;
      const answer = await attacker.browser.raw({
        method: endpoint.method,
        path,
        ...(schema.body === undefined ? {} : { body: own }),
        headers,
      });
      expect([name, answer.code], answer.text).toEqual([name, code]);
      const reason = app.logLines.findLast(({ msg }) => msg === 'request')?.['reason'];
      expect([name, reason]).not.toEqual([name, 'shape']);
      expect(await rowsOf(id), name).toBe(before);
    }
    expect(await victim.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });

  it('is not found as a device, an app or a ticket', async () => {
    const [victim, attacker] = [await signUp(app), await signUp(app)];
    const { data } = await victim.browser.get<readonly { readonly id: string }[]>('/device/list');
    const { data: own } = await attacker.browser.get<readonly { readonly id: string }[]>('/device/list');
    for (const id of data.map((device) => device.id)) {
      expect(own.map((device) => device.id)).not.toContain(id);
      expect(await attacker.browser.delete('/device/unBind', { id })).toMatchObject({ code: 404 });
    }
    const begun = await victim.browser.post<{ sign: string }>('/profileimage/begin', { filetype: 'png' });
    expect(begun.code).toBe(200);
    expect(await attacker.browser.post('/profileimage/finish', { sign: begun.data.sign })).toMatchObject({ code: 1022 });
    // For its owner the upload lacks only the picture.
    expect(await victim.browser.post('/profileimage/finish', { sign: begun.data.sign })).toMatchObject({ code: 1027 });
    const deletion = await victim.browser.post<{ ticket: string }>('/delete/password', { password: victim.password });
    expect(deletion.code).toBe(200);
    const stolen = { ticket: deletion.data.ticket, channel: 'none', reason: 'other', detail: '' };
    expect(await attacker.browser.post('/delete', stolen)).toMatchObject({ code: 1022 });
    for (const { browser } of [victim, attacker]) expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(await victim.browser.post('/delete', stolen)).toMatchObject({ code: 200 });
  });

  it('is refused by the schema in calls that change a contact, a name or a password', async () => {
    const [victim, attacker] = [await signUp(app), await signUp(app)];
    const { id } = await namesOf(victim);
    const before = await rowsOf(id);
    const bodies: readonly (readonly [string, Record<string, unknown>])[] = [
      ['/update/phone', { phone: freshPhone(), code: zeroCode }],
      ['/update/nickname', { nickname: `n${randomInt(1_000_000)}` }],
      ['/update/username', { username: `u${randomInt(1_000_000)}` }],
      ['/password/update', { oldPassword: attacker.password, newPassword: 'Harbour9-violet' }],
      ['/userinfo', { signature: 'hello' }],
    ];
    for (const [path, body] of bodies)
      for (const name of ['id', 'accountId', 'account_id'])
        expect(await attacker.browser.post(path, { ...body, [name]: id }), path).toMatchObject({ status: 400, code: 400 });
    expect(await rowsOf(id)).toBe(before);
  });
});
