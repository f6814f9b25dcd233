import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemovalAct, WaitingAct } from '#contract/acts/acts.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { provePassword } from '#server/testing/people/two-step.ts';
import { newAuthenticator, type Authenticator } from '#server/testing/people/authenticator.ts';
import { addPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import { accountCode } from '#server/testing/people/proving.ts';
import { actingLink, beginRecovery, protectedOwner, type Owner } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { signUp } from '#server/testing/people/people.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
});

afterAll(async () => {
  await app.close();
});

const runJob = () => app.wiring.jobs.claims.run();
const ask = ({ browser }: Owner, body: object) => browser.post<{ dueAt: string }>('/claim/wait', { ...body });

async function byPhone(owner: Owner, action: string, target?: string): Promise<void> {
  const code = await accountCode(app, owner.browser, { contact: owner.phone });
  expect(await owner.browser.post('/account/auth', { method: 'phone', code, action, target })).toMatchObject({ code: 200 });
}

async function byEmail(owner: Owner, action: string, target?: string): Promise<void> {
  const code = await accountCode(app, owner.browser, { contact: owner.email });
  expect(await owner.browser.post('/account/auth', { method: 'email', code, action, target })).toMatchObject({ code: 200 });
}

async function byPhoneAndEmail(owner: Owner, action: string, target?: string): Promise<void> {
  await byPhone(owner, action, target);
  app.clock.advance(2 * minute);
  await byEmail(owner, action, target);
}

const rowsOf = (owner: Owner) =>
  app.db.q().selectFrom('identifiers').select('kind').where('account_id', '=', owner.id).orderBy('kind').execute();
const kindsOf = async (owner: Owner) => (await rowsOf(owner)).map(({ kind }) => kind);

describe('a removal that waits', () => {
  it('is done after 72 hours with one way, and tells everybody at its opening, half-way, before its end and when it is done', async () => {
    const owner = await protectedOwner(app);
    await byPhone(owner, 'unbindEmail');
    const opened = await ask(owner, { action: 'unbindEmail' });
    expect(opened).toMatchObject({ code: 200 });
    expect(Date.parse(opened.data.dueAt)).toBe(app.clock.now() + 72 * hour);
    for (const ms of [36 * hour, 35 * hour, hour]) {
      // A message leaves before the clock moves on.
      await app.outbox(owner.phone);
      app.clock.advance(ms);
      await runJob();
    }
    expect(await kindsOf(owner)).toContain('email');
    app.clock.advance(1);
    await runJob();
    await runJob();
    expect(await kindsOf(owner)).not.toContain('email');
    for (const contact of [owner.phone, owner.email]) {
      const scenes = (await app.outbox(contact)).map(({ scene }) => scene).filter((scene) => scene.startsWith('wait'));
      expect(scenes.toReversed()).toEqual(['waitOpened', 'waitReminder', 'waitReminder', 'waitDone']);
    }
    const events = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', owner.id).execute();
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['claim.opened', 'claim.done']));
  });

  it('of a passkey ends all sessions, and then names what is left to the password manager', async () => {
    const owner = await protectedOwner(app);
    const [gone, kept] = [await addPasskey(owner), await addPasskey({ ...owner, codes: owner.codes.slice(1, 2) })];
    const idsIn = async (browser: Owner['browser']) =>
      new Set((await browser.get<{ signals: { credentialIds: readonly string[] } }>('/passkey/list')).data.signals.credentialIds);
    expect(await idsIn(owner.browser)).toEqual(new Set([gone, kept].map(({ authenticator }) => authenticator.id)));
    const about = { action: 'removePasskey', target: gone.id };
    await byPhoneAndEmail(owner, about.action, about.target);
    expect(await ask(owner, about)).toMatchObject({ code: 200 });
    app.clock.advance(24 * hour + 1);
    await runJob();
    expect(await owner.browser.get('/passkey/list')).toMatchObject({ status: 401 });
    const browser = app.newBrowser();
    expect(await signInByPasskey(browser, gone)).toMatchObject({ code: 3025, data: { credentialId: gone.authenticator.id } });
    expect(await signInByPasskey(browser, kept)).toMatchObject({ code: 200 });
    expect(await idsIn(browser)).toEqual(new Set([kept.authenticator.id]));
  });

  it('waits 24 hours with two ways on one device, and what went goes on proving in a recovery', async () => {
    const owner = await protectedOwner(app);
    await byPhoneAndEmail(owner, 'unbindEmail');
    const { data } = await ask(owner, { action: 'unbindEmail' });
    expect(Date.parse(data.dueAt)).toBe(app.clock.now() + 24 * hour);
    app.clock.advance(24 * hour + 1);
    await runJob();
    expect(await kindsOf(owner)).not.toContain('email');
    await beginRecovery(app, owner.email);
  });

  it('is asked about everywhere but where it was called one’s own, and everywhere else if that was where it began', async () => {
    const owner = await protectedOwner(app);
    const [begins, other, copy] = [owner.browser, app.newBrowser(), app.newBrowser()];
    expect(await signInByPasskey(other, await addPasskey(owner))).toMatchObject({ code: 200 });
    await byPhone(owner, 'unbindEmail');
    expect(await ask(owner, { action: 'unbindEmail' })).toMatchObject({ code: 200 });
    const claims = async (browser: typeof other) => {
      const { data } = await browser.get<{ items: { claim: { id: string } | null }[] }>('/account/checkup');
      return data.items.flatMap(({ claim }) => claim?.id ?? []);
    };
    const [id] = await claims(other);
    const isMine = (browser: typeof other) => browser.post('/account/activity/answer', { id, answer: 'me' });
    for (const [name, value] of begins.cookies) if (!name.includes('browser')) copy.cookies.set(name, value);
    expect(await isMine(copy)).toMatchObject({ code: 404 });
    expect(await isMine(begins)).toMatchObject({ code: 200 });
    expect([await claims(begins), await claims(other)]).toEqual([[], [id]]);
    expect(await isMine(other)).toMatchObject({ code: 200 });
    expect([await claims(begins), await claims(other)]).toEqual([[], []]);
  });

  it('opens by no way that is weaker than the removal takes, and names those that are not', async () => {
    const owner = await protectedOwner(app);
    await byEmail(owner, 'unbindPhone');
    const refused = { code: 3001, data: { slow: false, methods: expect.arrayContaining([expect.objectContaining({ method: 'phone' })]) } };
    expect(await ask(owner, { action: 'unbindPhone' })).toMatchObject(refused);
  });

  it('is stopped from the message by any one way, that which is to go too', async () => {
    const owner = await protectedOwner(app);
    await byPhone(owner, 'removeTotp');
    const { data: before } = await owner.browser.get<{ totp: readonly { id: string }[] }>('/two-step');
    const target = before.totp[0]?.id ?? '';
    expect(await ask(owner, { action: 'removeTotp', target })).toMatchObject({ code: 3006 });
    await byPhone(owner, 'unbindEmail');
    expect(await ask(owner, { action: 'unbindEmail' })).toMatchObject({ code: 200 });
    const token = await actingLink(app, owner.email, 'notice');
    expect(await app.newBrowser().post('/notice/answer', { token, answer: 'stop' })).toMatchObject({ data: { state: 'stopped' } });
    app.clock.advance(73 * hour);
    await runJob();
    expect(await kindsOf(owner)).toContain('email');
    await byPhone(owner, 'unbindEmail');
    expect(await ask(owner, { action: 'unbindEmail' })).toMatchObject({ code: 200 });
  });

  it('leaves its roots their way back on the same day, and no second wait of an act', async () => {
    const owner = await protectedOwner(app);
    await byPhone(owner, 'unbindEmail');
    expect(await ask(owner, { action: 'unbindEmail' })).toMatchObject({ code: 200 });
    app.clock.advance(2 * minute);
    await byPhone(owner, 'addPasskey');
    expect(await ask(owner, { action: 'addPasskey' })).toMatchObject({ code: 429 });
    app.clock.advance(2 * minute);
    const { browser, ticket } = await beginRecovery(app, owner.phone);
    expect(await browser.post('/recovery/claim', { ticket })).toMatchObject({ code: 200 });
  });

  it('waits while the account is frozen', async () => {
    const owner = await protectedOwner(app);
    await byPhone(owner, 'unbindEmail');
    expect(await ask(owner, { action: 'unbindEmail' })).toMatchObject({ code: 200 });
    expect(await owner.browser.post('/account/freeze', {})).toMatchObject({ code: 200 });
    app.clock.advance(72 * hour + 1);
    await runJob();
    const [claim] = await app.db.q().selectFrom('account_claims').select('state').where('account_id', '=', owner.id).execute();
    expect(claim).toEqual({ state: 'open' });
  });

  it('waits a week for a password, and two independent ways remove at once', async () => {
    const owner = await protectedOwner(app);
    await provePassword(owner, 'unbindEmail');
    expect(await ask(owner, { action: 'unbindEmail' })).toMatchObject({
      code: 200,
      data: { dueAt: new Date(app.clock.now() + 168 * hour).toISOString() },
    });
    await provePassword(owner, 'unbindEmail');
    await byPhone(owner, 'unbindEmail');
    expect(await ask(owner, { action: 'unbindEmail' })).toMatchObject({ code: 3017 });
    expect(await owner.browser.post('/update/email', { email: '' })).toMatchObject({ code: 200 });
  });

  it('is offered with the refusal of the removal, once something that opens it was shown', async () => {
    const owner = await protectedOwner(app);
    expect(await owner.browser.post('/update/email', { email: '' })).toMatchObject({ code: 3001, data: { slow: false } });
    await byPhone(owner, 'unbindEmail');
    expect(await owner.browser.post('/update/email', { email: '' })).toMatchObject({ code: 3001, data: { slow: true, hours: 72 } });
  });

  it('is none of an ordinary account, of what is not there, and of the last way in', async () => {
    const person = await signUp(app);
    expect(await person.browser.post('/claim/wait', { action: 'unbindPhone' })).toMatchObject({ code: 3006 });
    const owner = await protectedOwner(app);
    await byPhone(owner, 'removePasskey');
    expect(await ask(owner, { action: 'removePasskey', target: 'none' })).toMatchObject({ code: 400 });
  });

  it.each(['act', 'recovery'] as const)('does nothing when two apart took out what opened it: %s', async (kind) => {
    const owner = await protectedOwner(app);
    const thief = await beginRecovery(app, owner.phone);
    if (kind === 'act') await byPhone(owner, 'disableTwoStep');
    const { data } =
      kind === 'act'
        ? await owner.browser.post<{ claim: string }>('/claim/wait', { action: 'disableTwoStep' })
        : await thief.browser.post<{ claim: string }>('/recovery/claim', { ticket: thief.ticket });
    await app.db.q().deleteFrom('identifiers').where('account_id', '=', owner.id).where('kind', '=', 'phone').execute();
    app.clock.advance(72 * hour + 1);
    await runJob();
    if (kind === 'recovery') {
      const body = { ticket: data.claim, newPassword: 'another-9-Harbour', keep: [] };
      expect(await thief.browser.post('/recovery/finish', body)).toMatchObject({ code: 3017 });
    } else {
      const [claim] = await app.db.q().selectFrom('account_claims').select('state').where('account_id', '=', owner.id).execute();
      expect(claim).toEqual({ state: 'void' });
    }
  });

  it('is void when what is to go has gone or changed meanwhile', async () => {
    const owner = await protectedOwner(app);
    await byPhone(owner, 'unbindEmail');
    expect(await ask(owner, { action: 'unbindEmail' })).toMatchObject({ code: 200 });
    await app.db.q().deleteFrom('identifiers').where('account_id', '=', owner.id).where('kind', '=', 'email').execute();
    app.clock.advance(72 * hour + 1);
    await runJob();
    const [claim] = await app.db.q().selectFrom('account_claims').select('state').where('account_id', '=', owner.id).execute();
    expect(claim).toEqual({ state: 'void' });
  });

  it('is shown and taken back only in its session: the next person in the browser sees none', async () => {
    const owner = await protectedOwner(app);
    await byPhone(owner, 'unbindEmail');
    expect(await ask(owner, { action: 'unbindEmail' })).toMatchObject({ code: 200 });
    expect(await owner.browser.post('/claim/status', {})).toMatchObject({ code: 200, data: { kind: 'act', action: 'unbindEmail' } });
    expect(await owner.browser.post('/logout', {})).toMatchObject({ code: 200 });
    expect(await owner.browser.post('/claim/status', {})).toMatchObject({ code: 200, data: null });
  });

  it('switches two-step verification off', async () => {
    const owner = await protectedOwner(app);
    await byPhone(owner, 'disableTwoStep');
    expect(await ask(owner, { action: 'disableTwoStep' })).toMatchObject({ code: 200 });
    app.clock.advance(3 * day + 1);
    await runJob();
    const browser = app.newBrowser();
    expect(await browser.post('/login/password', { account: owner.phone, password: owner.password })).toMatchObject({ code: 200 });
  });

  it('is done once by sixteen jobs at once', async () => {
    const owner = await protectedOwner(app);
    await byPhone(owner, 'unbindEmail');
    await ask(owner, { action: 'unbindEmail' });
    app.clock.advance(72 * hour + 1);
    await Promise.all(Array.from({ length: 16 }, runJob));
    const done = (await app.outbox(owner.phone)).filter(({ scene }) => scene === 'waitDone');
    expect(done).toHaveLength(1);
  });
});

/** What each act that waits is asked with; a new one does not compile without it. Removals have their own tests above. */
const targets: Readonly<Record<Exclude<WaitingAct, RemovalAct | 'enableTwoStep'>, string | undefined>> = {
  bindPhone: '+8613512345678',
  changePhone: '+8613512345678',
  bindEmail: 'waits@example.com',
  changeEmail: 'waits@example.com',
  bindSocial: 'qq',
  keepAdded: undefined,
  mergeAccounts: undefined,
  deleteAccount: undefined,
  setPassword: undefined,
  changePassword: undefined,
  addPasskey: undefined,
  addTotp: undefined,
  makeRecoveryCodes: undefined,
  changeTwoStep: undefined,
  appSecret: 'app',
  appAddresses: 'app',
  appTransfer: 'app',
  appDelete: 'app',
  requestExport: undefined,
  downloadExport: undefined,
  inviteSecondGuardian: 'child',
  consentForChild: undefined,
  withdrawForChild: undefined,
  exportForChild: undefined,
};

describe('any other act that takes two ways', () => {
  const names = Object.keys(targets) as readonly (keyof typeof targets)[];

  it.each(names)('%s waits, and then takes the same way again, once', async (action) => {
    const owner = await protectedOwner(app);
    const target = targets[action];
    const about = { action, ...(target === undefined ? {} : { target }) };
    const prove = async () => {
      const code = await accountCode(app, owner.browser, { contact: owner.phone });
      expect(await owner.browser.post('/account/auth', { method: 'phone', code, ...about })).toMatchObject({ code: 200 });
    };
    const spend = async (): Promise<unknown> => {
      const found = await app.wiring.core.access.sessions.find(owner.browser.cookies.get('sid') ?? '');
      if (found.status !== 'live') throw new Error(found.status);
      const { proofs } = app.wiring.core.evidence;
      return app.db.tx(() => proofs.spend(found.session, about)).catch((error: unknown) => (error as { refusal?: string }).refusal);
    };
    await prove();
    expect(await spend()).toBe('verificationNeeded');
    expect(await ask(owner, about)).toMatchObject({ code: 200 });
    app.clock.advance(72 * hour);
    await prove();
    expect(await spend()).toBe('verificationNeeded');
    app.clock.advance(1);
    await runJob();
    expect((await app.outbox(owner.email)).map(({ scene }) => scene)).toContain('waitDue');
    // Its session proves nothing: the way is shown again.
    app.clock.advance(11 * minute);
    expect(await spend()).toBe('verificationNeeded');
    await prove();
    expect(await spend()).toMatchObject({ taking: { independence: 'single' } });
    await prove();
    expect(await spend()).toBe('verificationNeeded');
  });

  it('takes no other way than the one that opened it, and nothing once it was stopped', async () => {
    const owner = await protectedOwner(app);
    const about = { action: 'addPasskey' };
    const begin = () => owner.browser.post('/passkey/register/begin', { purpose: 'settings' });
    await byPhone(owner, about.action);
    expect(await ask(owner, about)).toMatchObject({ code: 200 });
    const token = await actingLink(app, owner.email, 'notice');
    app.clock.advance(72 * hour + 1);
    await provePassword(owner, about.action);
    expect(await begin()).toMatchObject({ code: 3001 });
    app.clock.advance(11 * minute);
    expect(await app.newBrowser().post('/notice/answer', { token, answer: 'stop' })).toMatchObject({ data: { state: 'stopped' } });
    await byPhone(owner, about.action);
    expect(await begin()).toMatchObject({ code: 3001 });
  });

  it('is done by its call: a passkey of an owner who shows one way', async () => {
    const owner = await protectedOwner(app);
    await byPhone(owner, 'addPasskey');
    expect(await ask(owner, { action: 'addPasskey' })).toMatchObject({ code: 200 });
    app.clock.advance(72 * hour + 1);
    await byPhone(owner, 'addPasskey');
    const { data } = await owner.browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', {
      purpose: 'settings',
    });
    const credential = newAuthenticator().register(data.publicKey);
    expect(await owner.browser.post('/passkey/register/finish', { credential })).toMatchObject({ code: 200 });
    const [claim] = await app.db.q().selectFrom('account_claims').select('state').where('account_id', '=', owner.id).execute();
    expect(claim).toEqual({ state: 'done' });
  });
});

it('only the old password gives a protected account no new one', async () => {
  const owner = await protectedOwner(app);
  app.clock.advance(hour);
  const body = { oldPassword: owner.password, newPassword: 'another-9-Harbour' };
  expect(await owner.browser.post('/password/update', body)).toMatchObject({ code: 3001 });
  await byPhone(owner, 'changePassword');
  expect(await owner.browser.post('/password/update', body)).toMatchObject({ code: 200 });
});
