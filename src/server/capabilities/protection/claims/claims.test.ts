// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { addPasskey, beginPasskey } from '#server/testing/people/passkeys.ts';
import {
  actingLink,
  beginRecovery,
  proveContact,
  protectedOwner,
  type Owner,
  type RecoveryAnswer,
} from '#server/testing/people/recovering.ts';
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

interface Claimed {
  readonly browser: TestBrowser;
  readonly claim: string;
  readonly dueAt: string;
}

/** Opens a claim with only the phone, in an unknown browser. */
async function claimByPhone(owner: Owner): Promise<Claimed> {
  const begun = await beginRecovery(app, owner.phone);
  const answer = await begun.browser.post<{ claim: string; dueAt: string }>('/recovery/claim', { ticket: begun.ticket });
  expect(answer).toMatchObject({ code: 200 });
  return { browser: begun.browser, ...answer.data };
}

const runJob = () => app.wiring.jobs.claims.run();
const stateOf = async ({ browser, claim }: Claimed) => (await browser.post<{ state: string }>('/claim/status', { claim })).data.state;
const answer = (token: string, given: 'me' | 'stop', proof: object = {}) =>
  app.newBrowser().post('/notice/answer', { token, answer: given, ...proof });

async function finish(browser: TestBrowser, ticket: string) {
  const { data } = await browser.post<RecoveryAnswer>('/recovery/prove', { ticket });
  const keep = (data.ways as RecoveryAnswer['ways'] | undefined)?.map(({ id }) => id) ?? [];
  return browser.post<{ codes: readonly string[] }>('/recovery/finish', { ticket, newPassword, keep });
}

describe('a claim', () => {
  it('waits 72 hours for one way, and 24 for two on one device', async () => {
    const one = await claimByPhone(await protectedOwner(app));
    expect(Date.parse(one.dueAt)).toBe(app.clock.now() + 72 * hour);
    const owner = await protectedOwner(app);
    const begun = await beginRecovery(app, owner.phone);
    await proveContact(app, begun, { contact: owner.email });
    const two = await begun.browser.post<Claimed>('/recovery/claim', { ticket: begun.ticket });
    expect(Date.parse(two.data.dueAt)).toBe(app.clock.now() + 24 * hour);
  });

  it('waits a week for only the password, and is opened by no two independent ways', async () => {
    const owner = await protectedOwner(app);
    const browser = app.newBrowser();
    const { data } = await browser.post<{ ticket: string }>('/login/password', { account: owner.phone, password: owner.password });
    const opened = await browser.post<Claimed>('/recovery/claim', { ticket: data.ticket });
    expect(Date.parse(opened.data.dueAt)).toBe(app.clock.now() + 7 * day);
    const begun = await beginRecovery(app, owner.phone);
    await begun.browser.post('/recovery/prove', { ticket: begun.ticket, method: 'recovery', code: owner.codes[0] });
    expect(await begun.browser.post('/recovery/claim', { ticket: begun.ticket })).toMatchObject({ code: 3017 });
  });

  it('runs beside others to its own date, and spends its ticket', async () => {
    const owner = await protectedOwner(app);
    const first = await claimByPhone(owner);
    const again = await beginRecovery(app, owner.email);
    const second = await again.browser.post<Claimed>('/recovery/claim', { ticket: again.ticket });
    expect(second).toMatchObject({ code: 200 });
    expect(await again.browser.post('/recovery/claim', { ticket: again.ticket })).toMatchObject({ code: 1022 });
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ data: { claims: { length: 2 } } });
    // Nothing of the one touches the other.
    expect(await first.browser.post('/claim/stop', { claim: first.claim })).toMatchObject({ data: { state: 'stopped' } });
    app.clock.advance(72 * hour + 1);
    const { data } = await again.browser.post<{ id: string }>('/claim/status', {});
    expect(await finish(again.browser, data.id)).toMatchObject({ code: 200 });
  });

  it('is void when somebody got in by as many roots, and continues where it has more', async () => {
    const owner = await protectedOwner(app);
    const one = await claimByPhone(owner);
    const two = await beginRecovery(app, owner.email);
    await two.browser.post('/recovery/prove', { ticket: two.ticket, method: 'password', password: owner.password });
    const { data: more } = await two.browser.post<Claimed>('/recovery/claim', { ticket: two.ticket });
    const less = await beginRecovery(app, owner.email);
    const { data: other } = await less.browser.post<Claimed>('/recovery/claim', { ticket: less.ticket });
    app.clock.advance(72 * hour + 1);
    const { data } = await one.browser.post<{ id: string }>('/claim/status', {});
    expect(await finish(one.browser, data.id)).toMatchObject({ code: 200 });
    expect(await stateOf({ ...two, ...more })).toBe('open');
    expect(await stateOf({ ...less, ...other })).toBe('void');
  });

  it('cannot be finished before it is due, nor in that very millisecond', async () => {
    const owner = await protectedOwner(app);
    const { browser } = await claimByPhone(owner);
    const { data } = await browser.post<{ id: string }>('/claim/status', {});
    app.clock.advance(72 * hour);
    expect(await finish(browser, data.id)).toMatchObject({ code: 3018 });
    app.clock.advance(1);
    expect(await finish(browser, data.id)).toMatchObject({ code: 200 });
    expect(await finish(browser, data.id)).toMatchObject({ code: 1022 });
  });

  it('is finished by the link that goes to its opener, and by no other person', async () => {
    const owner = await protectedOwner(app);
    const claimed = await claimByPhone(owner);
    app.clock.advance(72 * hour + 1);
    await runJob();
    const token = await actingLink(app, owner.phone, 'recover');
    await expect(actingLink(app, owner.email, 'recover')).rejects.toThrow('no link');
    const id = (await claimed.browser.post<{ id: string }>('/claim/status', {})).data.id;
    expect(await finish(app.newBrowser(), id)).toMatchObject({ code: 1022 });
    expect(await finish(app.newBrowser(), await actingLink(app, owner.email, 'notice'))).toMatchObject({ code: 1022 });
    expect(await finish(app.newBrowser(), token)).toMatchObject({ code: 200 });
    expect(await stateOf(claimed)).toBe('done');
  });

  it.each([true, false])('of two contacts is finished by neither elsewhere, but by both, or in its browser (%s)', async (isElsewhere) => {
    const owner = await protectedOwner(app);
    const begun = await beginRecovery(app, owner.phone);
    await proveContact(app, begun, { contact: owner.email });
    expect(await begun.browser.post('/recovery/claim', { ticket: begun.ticket })).toMatchObject({ code: 200 });
    app.clock.advance(24 * hour + 1);
    await runJob();
    const link = await actingLink(app, owner.phone, 'recover');
    for (const each of [link, await actingLink(app, owner.email, 'recover')])
      expect(await finish(app.newBrowser(), each)).toMatchObject({ code: 1022 });
    const { browser, ticket } = isElsewhere ? await beginRecovery(app, owner.phone) : { ...begun, ticket: link };
    if (isElsewhere) expect(await finish(browser, ticket)).toMatchObject({ code: 3017 });
    if (isElsewhere) await proveContact(app, { browser, ticket }, { contact: owner.email });
    expect(await finish(browser, ticket)).toMatchObject({ code: 200 });
  });

  it('of three ways on one device is finished elsewhere by all three', async () => {
    const owner = await protectedOwner(app);
    const byThree = async () => {
      app.clock.advance(minute);
      const begun = await beginRecovery(app, owner.phone);
      await proveContact(app, begun, { contact: owner.email });
      const { ticket, browser } = begun;
      const code = totpCode(owner.secret, totpStep(app.clock.now()));
      expect(await browser.post('/recovery/prove', { ticket, method: 'totp', code })).toMatchObject({ code: 200 });
      return begun;
    };
    const begun = await byThree();
    expect(await begun.browser.post('/recovery/claim', { ticket: begun.ticket })).toMatchObject({ code: 200 });
    app.clock.advance(24 * hour + 1);
    const again = await byThree();
    expect(await finish(again.browser, again.ticket)).toMatchObject({ code: 200 });
  });

  it('puts out what is not kept: it keeps proving in a recovery, and stops nothing', async () => {
    const owner = await protectedOwner(app);
    const { browser } = await claimByPhone(owner);
    const { data } = await browser.post<{ id: string }>('/claim/status', {});
    app.clock.advance(72 * hour + 1);
    const done = await browser.post('/recovery/finish', { ticket: data.id, newPassword, keep: [] });
    expect(done).toMatchObject({ code: 200, data: { codes: { length: 10 } } });
    const back = await beginRecovery(app, owner.email);
    const prove = (proof: object) => back.browser.post<RecoveryAnswer>('/recovery/prove', { ticket: back.ticket, ...proof });
    const { data: state } = await prove({});
    expect(state.methods.map(({ method, former }) => `${method}${former ? ' before' : ''}`).toSorted()).toEqual(
      ['password', 'password before', 'phone', 'recovery', 'recovery before', 'totp before'].toSorted(),
    );
    expect(await prove({ method: 'recovery', former: true, code: owner.codes[0] })).toMatchObject({
      data: { independence: 'independent' },
    });
    const told = await app.outbox(owner.email);
    app.clock.advance(day);
    const again = await beginRecovery(app, owner.phone);
    expect(await again.browser.post('/recovery/claim', { ticket: again.ticket })).toMatchObject({ code: 200 });
    expect((await app.outbox(owner.email)).filter(({ scene }) => scene === 'claimOpened')).toHaveLength(
      told.filter(({ scene }) => scene === 'claimOpened').length,
    );
  });

  it('gives new codes where the paper is used up', async () => {
    const owner = await protectedOwner(app);
    await app.db.q().deleteFrom('recovery_codes').where('account_id', '=', owner.id).execute();
    const { browser } = await claimByPhone(owner);
    const { data } = await browser.post<{ id: string }>('/claim/status', {});
    app.clock.advance(72 * hour + 1);
    expect(await finish(browser, data.id)).toMatchObject({ code: 200, data: { codes: { length: 10 } } });
  });

  it('lapses seven days after it is due', async () => {
    const claimed = await claimByPhone(await protectedOwner(app));
    const { id } = (await claimed.browser.post<{ id: string }>('/claim/status', {})).data;
    app.clock.advance(72 * hour + 7 * day);
    expect(await finish(claimed.browser, id)).toMatchObject({ code: 1022 });
    await runJob();
    expect(await stateOf(claimed)).toBe('lapsed');
  });

  it('is taken back only by its token and by its browser', async () => {
    const owner = await protectedOwner(app);
    const { browser, claim } = await claimByPhone(owner);
    const { id } = (await browser.post<{ id: string }>('/claim/status', {})).data;
    expect(await app.newBrowser().post('/claim/stop', { id })).toMatchObject({ code: 1022 });
    expect(await app.newBrowser().post('/claim/stop', {})).toMatchObject({ code: 1022 });
    expect(await browser.post('/claim/stop', {})).toMatchObject({ code: 200, data: { state: 'stopped' } });
    expect(await app.newBrowser().post('/claim/stop', { claim })).toMatchObject({ code: 200, data: { state: 'stopped' } });
    expect((await app.outbox(owner.email)).filter(({ scene }) => scene === 'claimStopped')).toEqual([]);
  });

  it('bothers its owner once a day, however often it is asked for and taken back', async () => {
    const owner = await protectedOwner(app);
    const told = async () => (await app.outbox(owner.email)).filter(({ scene }) => scene === 'claimOpened').length;
    const { browser } = await claimByPhone(owner);
    expect(await told()).toBe(1);
    for (let times = 0; times < 3; times += 1) {
      await browser.post('/claim/stop', {});
      const { ticket } = await beginRecovery(app, owner.phone, browser);
      const asked = await Promise.all(Array.from({ length: 16 }, () => browser.post('/recovery/claim', { ticket })));
      expect(new Set(asked.map(({ code }) => code))).toEqual(new Set([429]));
    }
    expect(await told()).toBe(1);
    app.clock.advance(day);
    const { ticket } = await beginRecovery(app, owner.phone, browser);
    expect(await browser.post('/recovery/claim', { ticket })).toMatchObject({ code: 200 });
    expect(await told()).toBe(2);
  });

  it('is overtaken by two independent ways', async () => {
    const owner = await protectedOwner(app);
    const claimed = await claimByPhone(owner);
    const begun = await beginRecovery(app, owner.email);
    await begun.browser.post('/recovery/prove', { ticket: begun.ticket, method: 'recovery', code: owner.codes[0] });
    expect(await finish(begun.browser, begun.ticket)).toMatchObject({ code: 200 });
    expect(await stateOf(claimed)).toBe('void');
  });
});

describe('the notice of a claim', () => {
  it('says what was asked, and opening it does nothing', async () => {
    const owner = await protectedOwner(app);
    const claimed = await claimByPhone(owner);
    const token = await actingLink(app, owner.email, 'notice');
    for (const _ of [1, 2]) {
      expect(await app.newBrowser().post('/notice/read', { token })).toMatchObject({
        code: 200,
        data: { claim: { kind: 'recovery', way: null, state: 'open', dueAt: claimed.dueAt, shown: [{ family: 'phone' }] }, methods: [] },
      });
    }
    expect(await stateOf(claimed)).toBe('open');
  });

  it('stops it, once, without a sign-in; then nobody gets in by it', async () => {
    const owner = await protectedOwner(app);
    const claimed = await claimByPhone(owner);
    const token = await actingLink(app, owner.email, 'notice');
    const { browser } = claimed;
    const { id } = (await browser.post<{ id: string }>('/claim/status', {})).data;
    expect(await answer(token, 'stop')).toMatchObject({ code: 200, data: { state: 'stopped' } });
    expect(await answer(token, 'stop')).toMatchObject({ code: 200, data: { state: 'stopped' } });
    expect((await app.outbox(owner.phone)).filter(({ scene }) => scene === 'claimStopped')).toHaveLength(1);
    app.clock.advance(73 * hour);
    await runJob();
    expect(await finish(browser, id)).toMatchObject({ code: 1022 });
  });

  it('of the phone that opened it stops it: so its owner takes it back', async () => {
    const owner = await protectedOwner(app);
    const claimed = await claimByPhone(owner);
    expect(await answer(await actingLink(app, owner.phone, 'n'), 'stop')).toMatchObject({ data: { state: 'stopped' } });
    expect(await stateOf(claimed)).toBe('stopped');
  });

  it('takes one more where two ways opened it', async () => {
    const owner = await claimedByTwo();
    const token = await actingLink(app, owner.email, 'notice');
    // Only the password and the paper: with the mailbox, each is a second root.
    expect(await answer(token, 'stop')).toMatchObject({
      code: 3001,
      data: { methods: [{ method: 'totp' }, { method: 'password' }, { method: 'phone' }, { method: 'recovery' }] },
    });
    expect(await answer(token, 'stop', { method: 'password', password: 'wrong-1-Harbour' })).toMatchObject({ code: 1017 });
    expect(await answer(token, 'stop', { method: 'password', password: owner.password })).toMatchObject({ data: { state: 'stopped' } });
  });

  /** Waits by the phone and the mailbox. */
  async function claimedByTwo(): Promise<Owner> {
    const owner = await protectedOwner(app);
    await waitByTwo(owner);
    return owner;
  }

  async function waitByTwo(owner: Owner): Promise<void> {
    const begun = await beginRecovery(app, owner.phone);
    await proveContact(app, begun, { contact: owner.email });
    expect(await begun.browser.post('/recovery/claim', { ticket: begun.ticket })).toMatchObject({ code: 200 });
  }

  it('takes a passkey beside it, in the browser and for the link that asked for it', async () => {
    const owner = await protectedOwner(app);
    const { authenticator } = await addPasskey(owner);
    await waitByTwo(owner);
    const token = await actingLink(app, owner.email, 'notice');
    const browser = app.newBrowser();
    const begin = (on: TestBrowser) => beginPasskey(on, { purpose: 'notice', ticket: token });
    const stop = (credential: object) => browser.post('/notice/answer', { token, answer: 'stop', method: 'passkey', credential });
    expect(await stop(authenticator.assert(await begin(app.newBrowser())))).toMatchObject({ code: 3026 });
    expect(await stop(authenticator.assert(await beginPasskey(browser)))).toMatchObject({ code: 3026 });
    const credential = authenticator.assert(await begin(browser));
    expect(await app.newBrowser().post('/passkey/begin', { purpose: 'notice', ticket: 'x'.repeat(43) })).toMatchObject({ code: 1022 });
    expect(await stop(credential)).toMatchObject({ data: { state: 'stopped' } });
  });

  it('takes a code on paper beside it, which is used then', async () => {
    const owner = await claimedByTwo();
    const token = await actingLink(app, owner.email, 'notice');
    const [code] = owner.codes;
    expect(await answer(token, 'stop', { method: 'recovery', code })).toMatchObject({ data: { state: 'stopped' } });
    app.clock.advance(2 * day);
    await waitByTwo(owner);
    const next = await actingLink(app, owner.email, 'notice');
    expect(await answer(next, 'stop', { method: 'recovery', code })).toMatchObject({ code: 3027 });
  });

  it('answered with "that was me" still stops it later', async () => {
    const owner = await protectedOwner(app);
    await claimByPhone(owner);
    const token = await actingLink(app, owner.email, 'notice');
    expect(await answer(token, 'me')).toMatchObject({ data: { state: 'open' } });
    expect(await answer(token, 'stop')).toMatchObject({ data: { state: 'stopped' } });
  });

  it('opens nothing else', async () => {
    const owner = await protectedOwner(app);
    await claimByPhone(owner);
    const token = await actingLink(app, owner.email, 'notice');
    const body = { token, newPassword };
    expect(await app.newBrowser().post('/password/reset/reset_password/email', body)).toMatchObject({ code: 1022 });
    expect(await app.newBrowser().post('/update/activate', { token })).toMatchObject({ code: 1022 });
    expect(await app.newBrowser().post('/claim/stop', { claim: token })).toMatchObject({ code: 1022 });
  });
});

describe('after a stop', () => {
  it('the same way opens another one after a day, and any other at once: nobody is closed out', async () => {
    const owner = await protectedOwner(app);
    await claimByPhone(owner);
    await answer(await actingLink(app, owner.email, 'notice'), 'stop');
    const ask = async (contact: string) => {
      const begun = await beginRecovery(app, contact);
      return begun.browser.post('/recovery/claim', { ticket: begun.ticket });
    };
    expect(await ask(owner.email)).toMatchObject({ code: 200 });
    expect(await ask(owner.phone)).toMatchObject({ code: 429 });
    app.clock.advance(day);
    expect(await ask(owner.phone)).toMatchObject({ code: 200 });
  });
});

describe('a session', () => {
  it('stops a claim of as many ways as opened it', async () => {
    const owner = await protectedOwner(app);
    const before = await owner.browser.get('/account/metainfo');
    expect(before).toMatchObject({ data: { claims: [] } });
    const claimed = await claimByPhone(owner);
    const { data } = await owner.browser.post<{ id: string }>('/claim/status', {});
    const shown = await owner.browser.get('/account/metainfo', { 'if-none-match': before.headers['etag'] });
    expect(shown).toMatchObject({ data: { claims: [{ id: data.id, kind: 'recovery', way: null, dueAt: claimed.dueAt }] } });
    // It was opened by one way, as the claim was.
    expect(await owner.browser.post('/claim/stop', { id: data.id })).toMatchObject({ code: 200, data: { state: 'stopped' } });
    expect(await stateOf(claimed)).toBe('stopped');
    const after = await owner.browser.get('/account/metainfo', { 'if-none-match': shown.headers['etag'] });
    expect(after).toMatchObject({ data: { claims: [] } });
  });

  it('of somebody else neither sees nor stops it', async () => {
    const [owner, other] = [await protectedOwner(app), await protectedOwner(app)];
    await claimByPhone(owner);
    const { data } = await owner.browser.post<{ id: string }>('/claim/status', {});
    expect(await other.browser.post('/claim/status', {})).toMatchObject({ code: 200, data: null });
    expect(await other.browser.post('/claim/stop', { id: data.id })).toMatchObject({ code: 1022 });
  });
});

describe('races', () => {
  it('give a due claim one end: finished or stopped, never both', async () => {
    const owner = await protectedOwner(app);
    const claimed = await claimByPhone(owner);
    const { id } = (await claimed.browser.post<{ id: string }>('/claim/status', {})).data;
    const token = await actingLink(app, owner.email, 'notice');
    app.clock.advance(72 * hour + 1);
    const { data } = await claimed.browser.post<RecoveryAnswer>('/recovery/prove', { ticket: id });
    const body = { ticket: id, newPassword, keep: data.ways.map((way) => way.id) };
    const [finished, ...stops] = await Promise.all([
      claimed.browser.post('/recovery/finish', body),
      ...Array.from({ length: 15 }, () => answer(token, 'stop')),
    ]);
    const state = await stateOf(claimed);
    expect([finished?.code, state]).toEqual(state === 'done' ? [200, 'done'] : [1022, 'stopped']);
    expect(new Set(stops.map((each) => (each.data as { state: string }).state))).toEqual(new Set([state]));
  });

  it('open one claim of sixteen by one way', async () => {
    const owner = await protectedOwner(app);
    const begun = await beginRecovery(app, owner.phone);
    const answers = await Promise.all(Array.from({ length: 16 }, () => begun.browser.post('/recovery/claim', { ticket: begun.ticket })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });
});
