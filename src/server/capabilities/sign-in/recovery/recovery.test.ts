import { createSignalRows } from '#server/core/apps/signals/signals.repository.ts';
import { newId } from '#server/platform/ids.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hour, minute } from '#server/platform/clock.ts';
import { freshEmail, signUp, type SignedIn } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, addEmail, askReset, sendVisitorCode } from '#server/testing/people/proving.ts';
import { provePassword, switchTwoStepOn } from '#server/testing/people/two-step.ts';
import { registerClient } from '#server/testing/apps/openid.ts';
import { beginRecovery, proveContact, protectedOwner, type Owner, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { addPasskey, beginPasskey, signInByPasskey, type OwnPasskey } from '#server/testing/people/passkeys.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

const newPassword = 'another-9-Harbour';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
});

afterAll(async () => {
  await app.close();
});

type Ticket = { readonly browser: TestBrowser; readonly ticket: string };

function show({ browser, ticket }: Ticket, proof: object = {}) {
  return browser.post<RecoveryAnswer>('/recovery/prove', { ticket, ...proof });
}

function finish({ browser, ticket }: Ticket, keep: readonly string[]) {
  return browser.post<SignedIn & { codes: readonly string[] }>('/recovery/finish', { ticket, newPassword, keep });
}

const kept = ({ ways }: RecoveryAnswer) => ways.filter((way) => way.kept).map(({ id }) => id);

async function twoWays(owner: Owner): Promise<Ticket & { readonly state: RecoveryAnswer }> {
  const begun = await beginRecovery(app, owner.phone);
  const { data: state } = await show(begun, { method: 'recovery', code: owner.codes[0] });
  return { ...begun, state };
}

describe('the recovery of a protected account', () => {
  it('counts the first step, and says what each other way would be with it', async () => {
    const owner = await protectedOwner(app);
    const answer = await show(await beginRecovery(app, owner.phone));
    expect(answer).toMatchObject({ code: 200, data: { proven: ['phone'], independence: 'single', ways: [] } });
    expect(Date.parse(answer.data.dueAt ?? '')).toBe(app.clock.now() + 72 * hour);
    const together = Object.fromEntries(answer.data.methods.map(({ method, together: as }) => [method, as]));
    expect(together).toEqual({ totp: 'shared', email: 'shared', recovery: 'independent', password: 'independent' });
  });

  it('needs two ways from different devices: mailbox and phone together wait 24 hours', async () => {
    const owner = await protectedOwner(app);
    const begun = await beginRecovery(app, owner.phone);
    const answer = await proveContact(app, begun, { contact: owner.email });
    expect(answer).toMatchObject({ code: 200, data: { independence: 'shared', ways: [] } });
    expect(Date.parse(answer.data.dueAt ?? '')).toBe(app.clock.now() + 24 * hour);
    expect(await finish(begun, [])).toMatchObject({ code: 3017 });
  });

  it('sets a new password, ends every session, gives new codes and signs in', async () => {
    const owner = await protectedOwner(app);
    const { state, ...begun } = await twoWays(owner);
    expect(state.independence).toBe('independent');
    const all = state.ways.map(({ id }) => id);
    const answer = await finish(begun, all);
    expect(answer).toMatchObject({ code: 200, data: { account: { id: owner.account.id }, continue: '/' } });
    expect(answer.data.codes).toHaveLength(10);
    expect(await begun.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    // The old password is gone, the new one is a first step.
    const sign = (password: string) => app.newBrowser().post('/login/password', { account: owner.phone, password });
    expect([(await sign(owner.password)).code, (await sign(newPassword)).code]).toEqual([3007, 3011]);
    // The earlier codes are void, those of the answer work.
    const again = await beginRecovery(app, owner.email);
    expect(await show(again, { method: 'recovery', code: owner.codes[1] })).toMatchObject({ code: 3027 });
    expect(await show(again, { method: 'recovery', code: answer.data.codes[0] })).toMatchObject({ code: 200 });
  });

  it('takes a password, wrong ones are refused', async () => {
    const owner = await protectedOwner(app);
    const begun = await beginRecovery(app, owner.phone);
    expect(await show(begun, { method: 'password', password: 'wrong-1-Harbour' })).toMatchObject({ code: 1017 });
    expect(await show(begun, { method: 'password', password: owner.password })).toMatchObject({
      code: 200,
      data: { proven: ['phone', 'password'], independence: 'independent' },
    });
  });

  it('suggests to remove what was added in the last 45 days and not shown just now', async () => {
    const { state } = await twoWays(await protectedOwner(app));
    const suggested = Object.fromEntries(state.ways.map(({ family, kept: is }) => [family, is]));
    expect(suggested).toEqual({ phone: true, email: false, password: false, totp: false, recoveryCode: true });
  });

  it('removes what is not kept, and says which are lately added', async () => {
    const owner = await protectedOwner(app);
    app.clock.advance(100 * 24 * hour);
    const { state, ...begun } = await twoWays(owner);
    expect(state.ways.find(({ family }) => family === 'email')?.kept).toBe(true);
    const withoutEmail = state.ways.filter(({ family }) => family !== 'email').map(({ id }) => id);
    expect(await finish(begun, withoutEmail)).toMatchObject({ code: 200, data: { account: { encryptEmail: '' } } });
    // It is void: it proves nothing, and leads to no account.
    const { data } = await show(await beginRecovery(app, owner.phone));
    expect(data.methods.some(({ method }) => method === 'email')).toBe(false);
  });

  it('tells an app that was allowed lately, before it ends its consent', async () => {
    const owner = await protectedOwner(app);
    const accountId = await accountIdOf(app, owner.phone);
    const at = app.clock.now();
    const { clientId } = await registerClient(app);
    const stream = {
      id: newId(),
      clientId,
      kind: 'webhook',
      address: 'https://app.example.com',
      description: '',
      status: 'enabled',
    } as const;
    const { keyring } = app.wiring;
    await createSignalRows({ db: app.db, keyring }).addStream(
      { ...stream, events: ['session-revoked'], reason: '', verifiedAt: at, failingSince: null, secret: '' },
      at,
    );
    const consent = { account_id: accountId, client_id: clientId, scopes: 'openid', more: '' };
    await app.db
      .q()
      .insertInto('openid_consents')
      .values({ ...consent, authorized_at: at, last_used_at: at })
      .execute();
    const { state, ...begun } = await twoWays(owner);
    const withoutEmail = state.ways.filter(({ family }) => family !== 'email').map(({ id }) => id);
    expect(await finish(begun, withoutEmail)).toMatchObject({ code: 200 });
    const of = (table: 'openid_consents' | 'signals') =>
      app.db.q().selectFrom(table).selectAll().where('account_id', '=', accountId).execute();
    expect(await of('openid_consents')).toEqual([]);
    expect(await of('signals')).toMatchObject([{ event: 'session-revoked' }]);
  });

  it('takes a passkey, which its ceremony binds to this ticket', async () => {
    const owner = await protectedOwner(app);
    const { authenticator } = await addPasskey(owner);
    const begun = await beginRecovery(app, owner.phone);
    const other = await beginRecovery(app, owner.phone);
    const sign = async ({ browser, ticket }: Ticket) => authenticator.assert(await beginPasskey(browser, { purpose: 'recover', ticket }));
    const credential = await sign(other);
    expect(await show(begun, { method: 'passkey', credential })).toMatchObject({ code: 3026 });
    const own = await sign(begun);
    expect(await show(begun, { method: 'passkey', credential: own })).toMatchObject({
      code: 200,
      data: { proven: ['phone', 'passkey'] },
    });
    expect(await show(begun, { method: 'passkey', credential: own })).toMatchObject({ code: expect.not.toBeOneOf([200]) });
  });

  it('removes a passkey that is not kept, which signs nobody in any more', async () => {
    const owner = await protectedOwner(app);
    const thief = await addPasskey(owner);
    const { state, ...begun } = await twoWays(owner);
    expect(state.ways.find(({ family }) => family === 'passkey')).toMatchObject({ id: `passkey:${thief.id}`, kept: false });
    const keep = kept(state);
    expect(await finish(begun, keep)).toMatchObject({ code: 200 });
    expect(await signInByPasskey(app.newBrowser(), thief)).toMatchObject({ code: 3025 });
    expect(await begun.browser.get('/passkey/list')).toMatchObject({ code: 200, data: { passkeys: [] } });
  });

  it('keeps a passkey that is ticked', async () => {
    const owner = await protectedOwner(app);
    const passkey = await addPasskey(owner);
    const { state, ...begun } = await twoWays(owner);
    expect(await finish(begun, [...kept(state), `passkey:${passkey.id}`])).toMatchObject({ code: 200 });
    expect(await begun.browser.get('/passkey/list')).toMatchObject({ code: 200, data: { passkeys: [{ id: passkey.id }] } });
  });

  it('keeps a phone or an email', async () => {
    const owner = await protectedOwner(app);
    const browser = app.newBrowser();
    const { data } = await browser.post<{ ticket: string }>('/login/password', { account: owner.phone, password: owner.password });
    const begun = { browser, ticket: data.ticket };
    const { data: state } = await show(begun, { method: 'recovery', code: owner.codes[0] });
    const neither = state.ways.filter(({ family }) => family !== 'email' && family !== 'phone').map(({ id }) => id);
    expect(await finish(begun, neither)).toMatchObject({ code: 3006 });
    expect(
      await finish(
        begun,
        state.ways.map(({ id }) => id),
      ),
    ).toMatchObject({ code: 200 });
  });

  it('keeps nothing that somebody adds while it ends', async () => {
    const owner = await protectedOwner(app);
    const { state, ...begun } = await twoWays(owner);
    const { hasher } = app.wiring.core.identity;
    const hash = hasher.hash.bind(hasher);
    // The thief's session is open until the end.
    const added = Promise.withResolvers<OwnPasskey>();
    vi.spyOn(hasher, 'hash').mockImplementationOnce(async (asked) => {
      added.resolve(await addPasskey(owner));
      return hash(asked);
    });
    expect(await finish(begun, kept(state))).toMatchObject({ code: 200, data: { account: { passkeys: 0 } } });
    expect(await signInByPasskey(app.newBrowser(), await added.promise)).toMatchObject({ code: 3025 });
  });

  it('works once, in its browser, for ten minutes', async () => {
    const owner = await protectedOwner(app);
    const { state, ...begun } = await twoWays(owner);
    const keep = kept(state);
    expect(await finish({ ...begun, browser: app.newBrowser() }, keep)).toMatchObject({ code: 1022 });
    expect(await finish(begun, keep)).toMatchObject({ code: 200 });
    expect(await finish(begun, keep)).toMatchObject({ code: 1022 });
    const late = await beginRecovery(app, owner.phone);
    app.clock.advance(10 * minute);
    expect(await show(late)).toMatchObject({ code: 1022 });
  });

  it('has one winner among sixteen', async () => {
    const { state, ...begun } = await twoWays(await protectedOwner(app));
    const answers = await Promise.all(Array.from({ length: 16 }, () => finish(begun, kept(state))));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 1022]));
  });

  it('tells every phone and email', async () => {
    const owner = await protectedOwner(app);
    const { state, ...begun } = await twoWays(owner);
    await finish(begun, kept(state));
    for (const contact of [owner.phone, owner.email]) {
      expect((await app.outbox(contact)).map(({ scene }) => scene)).toContain('recoveryDone');
    }
  });
});

describe('a phone or an email that the account had before', () => {
  const contactsOf = async (accountId: string) => {
    const rows = app.db.q().selectFrom('identifiers').select('value').where('account_id', '=', accountId);
    return (await rows.where('kind', 'in', ['phone', 'email']).orderBy('kind').execute()).map(({ value }) => value);
  };

  /** The owner's email is replaced by one proof: by a thief, perhaps. */
  async function replaced() {
    const person = await signUp(app);
    const id = await accountIdOf(app, person.contact);
    const email = freshEmail();
    await addEmail(app, id, email);
    app.clock.advance(30 * minute);
    const newer = freshEmail();
    await provePassword(person);
    const code = await accountCode(app, person.browser, { contact: newer, scene: 'bind' });
    expect(await person.browser.post('/update/email', { email: newer, code })).toMatchObject({ code: 200 });
    return { ...person, id, email, newer };
  }

  it('gets an ordinary account back after a wait, and takes its place again', async () => {
    const { id, email, contact, password } = await replaced();
    const begun = await beginRecovery(app, email);
    expect(await show(begun)).toMatchObject({ code: 200, data: { proven: ['email'], independence: 'single' } });
    expect(await finish(begun, [])).toMatchObject({ code: 3017 });
    expect(await begun.browser.post('/recovery/claim', { ticket: begun.ticket })).toMatchObject({ code: 200 });
    app.clock.advance(72 * hour + 1);
    const { data: due } = await begun.browser.post<{ id: string }>('/claim/status', {});
    const { data } = await show({ ...begun, ticket: due.id });
    const keep = data.ways.filter(({ family }) => family === 'phone').map((way) => way.id);
    expect(await finish({ ...begun, ticket: due.id }, keep)).toMatchObject({ code: 200, data: { codes: [] } });
    expect(await contactsOf(id)).toEqual([email, contact]);
    expect(await app.newBrowser().post('/login/password', { account: contact, password })).toMatchObject({ code: 3007 });
  });

  it('signs nobody in, and is no former one of an account once another has it', async () => {
    const { email } = await replaced();
    expect(await sendVisitorCode(app.newBrowser(), { contact: email, scene: 'login' })).toMatchObject({ code: 200 });
    await expect(app.codeFor(email)).rejects.toThrow('No code');
    const other = await signUp(app, { email });
    const { browser, ...asked } = { browser: app.newBrowser(), email, newPassword };
    const { code } = await askReset(app, browser, email);
    expect(await browser.post('/password/reset/reset_password/email', { ...asked, code })).toMatchObject({ code: 200 });
    expect(await app.newBrowser().post('/login/password', { account: email, password: newPassword })).toMatchObject({
      data: { account: { id: other.account.id } },
    });
  });

  it('recovers nothing where it stood for another way: an intruder’s, which the owner took out', async () => {
    const { browser, newer, password } = await replaced();
    await provePassword({ browser, password });
    expect(await browser.post('/update/email', { email: '' })).toMatchObject({ code: 200 });
    await sendVisitorCode(app.newBrowser(), { contact: newer, scene: 'reset' });
    const scenes = (await app.outbox(newer)).map(({ scene }) => scene);
    expect(scenes).not.toContain('reset');
  });

  it('says nothing after 45 days', async () => {
    const { email } = await replaced();
    const browser = app.newBrowser();
    app.clock.advance(45 * 24 * hour);
    await sendVisitorCode(browser, { contact: email, scene: 'reset' });
    await expect(app.codeFor(email)).rejects.toThrow('No code');
  });

  it('begins the recovery of a protected account, which still takes two', async () => {
    const { contact, email, id, browser, password } = await replaced();
    await switchTwoStepOn(app, { browser, password });
    const begun = await beginRecovery(app, email);
    expect(await show(begun)).toMatchObject({ data: { proven: ['email'], independence: 'single' } });
    expect(await finish(begun, [])).toMatchObject({ code: 3017 });
    const { data } = await show(begun, { method: 'password', password });
    expect(data.independence).toBe('shared');
    expect(await contactsOf(id)).not.toContain(email);
    expect(contact).toBeDefined();
  });
});

it('one message that is enough for a new password puts nothing of an ordinary account out', async () => {
  const { contact, browser } = await signUp(app);
  const id = await accountIdOf(app, contact);
  await addEmail(app, id, freshEmail());
  const { code } = await askReset(app, browser, contact);
  const { data } = await browser.post<{ ticket: string; enough: boolean }>('/recovery/begin', { phone: contact, code });
  expect(data.enough).toBe(true);
  expect(await finish({ browser, ticket: data.ticket }, [])).toMatchObject({ code: 3017 });
  expect((await app.wiring.core.identity.accounts.findById(id))?.email).not.toBeNull();
});
