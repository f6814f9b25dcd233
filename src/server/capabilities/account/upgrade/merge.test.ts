import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { tables } from '#server/core/tables.ts';
import { removeStaleRows } from '#server/core/stale-rows.ts';
import {
  bind,
  importOld,
  legacyPassword,
  prepareMerge,
  proveContact,
  undoTokenOf,
  upgrade,
  type OldAccount,
} from '#server/testing/people/legacy.ts';
import { readAllRows, rowsSince } from '#server/testing/lives/all-rows.ts';
import { whileWritesFail } from '#server/testing/costs/failing-writes.ts';
import { freshEmail, freshPhone, goodPassword, signUp, type Person } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, addEmail, askReset, sendVisitorCode } from '#server/testing/people/proving.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

/** The account keeps its phone: the undo restores no contact. */
const keepPhone = { phone: 'target', username: 'legacy', nickname: 'legacy', realName: 'legacy' } as const;

const all = { phone: 'legacy', username: 'legacy', nickname: 'legacy', realName: 'legacy' } as const;

interface Pair {
  readonly person: Person;
  readonly old: OldAccount;
  readonly accountId: string;
}

/** A person with a phone, a username and a real name, and their legacy account, with different ones. */
async function newPair(): Promise<Pair> {
  const person = await signUp(app);
  const name = `new_${person.contact}`;
  await person.browser.post('/userinfo', { username: name, realName: 'Han Meimei' });
  const old = await importOld(app);
  return { person, old, accountId: await accountIdOf(app, person.contact) };
}

async function merge(browser: TestBrowser, { person, old }: Pick<Pair, 'person' | 'old'>, choices: Readonly<Record<string, string>> = all) {
  const sides = await prepareMerge(app, browser, { old, target: person.contact });
  return bind(browser, { step: 'merge', ...sides, choices });
}

async function undo(contact: string) {
  return app.newBrowser().post('/register/undobinddeepin', { token: await undoTokenOf(app, contact) });
}

/** Both accounts as they are stored, except for the counters that only ever rise. */
async function dump({ accountId, old }: Pick<Pair, 'accountId' | 'old'>): Promise<string> {
  const {
    version: _version,
    credential_epoch: _epoch,
    ...account
  } = await app.db.q().selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  const identifiers = await app.db.q().selectFrom('identifiers').selectAll().where('account_id', '=', accountId).orderBy('kind').execute();
  const source = app.wiring.keyring.mac('legacy-source', old.id);
  const legacy = await app.db.q().selectFrom('legacy_accounts').selectAll().where('source_hash', '=', source).execute();
  const reserved = await app.db.q().selectFrom('reserved_identifiers').selectAll().where('account_id', '=', accountId).execute();
  return JSON.stringify({ account, identifiers, legacy, reserved }, undefined, 1);
}

describe('a merge', () => {
  it('waits while somebody waits to get in: nothing changes', async () => {
    const pair = await newPair();
    const { core } = app.wiring;
    const { db } = app;
    const account = await readAccount(core.identity, pair.accountId);
    const ways = await core.identity.ways.of(account);
    const visit = { clientIp: '192.0.2.1', visitor: 'visitor', lang: 'en_US' } as const;
    const shown = ways.own.filter(({ kind }) => kind === 'phone');
    const { claim } = await db.tx(() => core.evidence.claims.open({ account, ways, shown, waitMs: day, visit }));
    const before = await dump(pair);
    expect(await merge(pair.person.browser, pair)).toMatchObject({ code: 3028, data: { dueAt: new Date(claim.dueAt).toISOString() } });
    expect(await dump(pair)).toBe(before);
    expect(await core.evidence.claims.stop(claim)).toBe(true);
  });

  it('changes rows only in tables that declare it', async () => {
    const { person, old } = await newPair();
    await sendVisitorCode(app.newBrowser(), { contact: person.contact, scene: 'login' });
    await askReset(app, app.newBrowser(), person.contact);
    const sides = await prepareMerge(app, person.browser, { old, target: person.contact });
    const before = await readAllRows(app);
    expect(await bind(person.browser, { step: 'merge', ...sides, choices: all })).toMatchObject({ code: 200 });
    const after = await readAllRows(app);
    const changed = tables
      .map(({ name }) => name)
      .filter((name) => [rowsSince(before, after), rowsSince(after, before)].some((rows) => rows.get(name)?.length));
    const said = tables.filter((table) => table.merge !== 'keep').map(({ name }) => name);
    expect(changed.filter((name) => !said.includes(name))).toEqual([]);
    expect(changed).toEqual(expect.arrayContaining(['accounts', 'identifiers', 'sessions', 'codes', 'upgrade_tickets', 'legacy_merges']));
  });

  it('shows both sides, requires a choice for each conflict, and moves the chosen fields', async () => {
    const { person, old, accountId } = await newPair();
    const { browser } = person;
    const own = await proveContact(app, browser, person.contact);
    const { ticket, legacy, accounts } = await proveContact(app, browser, old.phone);
    const sides = { legacyId: legacy[0]?.legacyId, target: own.accounts[0]?.target };
    expect(accounts).toEqual([expect.objectContaining({ target: sides.target, isOwn: true, isProven: false, id: person.account.id })]);
    expect(await bind(browser, { step: 'merge', ...sides, tickets: [own.ticket], choices: all })).toMatchObject({ code: 1022 });

    const tickets = [ticket, own.ticket];
    const shown = await bind(browser, { step: 'preview', ...sides, tickets });
    expect(shown.data.preview).toMatchObject({
      legacy: { number: old.id },
      target: { id: person.account.id, isProven: true },
      takes: ['email', 'gender', 'birthday', 'company'],
      leftOut: [],
    });
    expect(shown.data.preview?.conflicts.map(({ field }) => field)).toEqual(['phone', 'username', 'nickname', 'realName']);
    expect(shown.data.preview?.conflicts.at(-1)).toEqual({ field: 'realName', legacy: 'Li Lei', target: 'Han Meimei' });
    expect(shown.text).not.toContain(old.phone);

    expect(await bind(browser, { step: 'merge', ...sides, tickets, choices: { phone: 'target' } })).toMatchObject({
      status: 400,
      data: { fields: { username: 'required', nickname: 'required', realName: 'required' } },
    });
    const other = app.newBrowser();
    await other.post('/login/password', { account: person.contact, password: person.password });
    const done = await bind(browser, {
      step: 'merge',
      ...sides,
      tickets,
      choices: { phone: 'target', username: 'legacy', nickname: 'target', realName: 'legacy' },
    });
    expect(done).toMatchObject({
      code: 200,
      data: {
        receipt: { kind: 'merged', undoUntil: new Date(app.clock.now() + 7 * day).toISOString() },
        account: { id: person.account.id, username: old.username, nickname: person.account.nickname, realName: 'Li Lei', gender: 2 },
      },
    });
    expect([...(done.data.receipt?.moved ?? [])].toSorted()).toEqual(['birthday', 'company', 'email', 'gender', 'realName', 'username']);
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(await other.get('/account/metainfo')).toMatchObject({ status: 401 });
    // The old system's word proves no contact: it waits for a code, and takes no place.
    const { data } = await browser.get<AccountView>('/account/metainfo');
    expect(data).toMatchObject({ encryptEmail: '', unconfirmed: [{ kind: 'email' }] });
    await expect(accountIdOf(app, old.email)).rejects.toThrow('no result');
    expect((await app.outbox(person.contact))[0]).toMatchObject({ scene: 'merged', text: expect.stringContaining('/u#') });
    // Neither side of the legacy account can undo it, or freeze: nobody has proven them here.
    for (const contact of [old.email, old.phone]) {
      const [told] = await app.outbox(contact);
      expect(told).toMatchObject({ scene: 'merged' });
      expect(`${told?.link ?? ''} ${told?.text ?? ''}`).not.toMatch(/[\w-]{22}/);
    }
    expect(await accountIdOf(app, person.contact)).toBe(accountId);
  });

  it('leaves the replaced phone as a way back, also after the time of the undo', async () => {
    const pair = await newPair();
    expect(await merge(pair.person.browser, pair)).toMatchObject({ code: 200 });
    app.clock.advance(8 * day);
    await removeStaleRows(app.db, app.clock.now());
    const browser = app.newBrowser();
    const { contact } = pair.person;
    const { code } = await askReset(app, browser, contact);
    const answer = await browser.post('/password/reset/reset_password/phone', { phone: contact, code, newPassword: 'another-9-Harbour' });
    expect(answer).toMatchObject({ code: 3011, data: { ticket: expect.any(String) } });
  });

  it('reveals nothing of an unproven account without a session, and does not go into it', async () => {
    const person = await signUp(app);
    const accountId = await accountIdOf(app, person.contact);
    const old = await importOld(app, { phone: person.contact });
    const visitor = app.newBrowser();
    const { ticket, legacy, accounts } = await proveContact(app, visitor, old.email);
    expect(accounts).toEqual([expect.objectContaining({ isOwn: false, isProven: false, id: '', nickname: '', email: '' })]);
    const legacyId = legacy[0]?.legacyId;
    const sides = { legacyId, target: accounts[0]?.target, tickets: [ticket] };
    const hidden = await bind(visitor, { step: 'preview', ...sides });
    expect(hidden.data.preview).toMatchObject({ conflicts: [], takes: [], target: { isProven: false } });
    expect(await bind(visitor, { step: 'merge', ...sides, choices: all })).toMatchObject({ code: 1022 });
    // A fresh proof in a session of another account does not suffice either.
    const stranger = await signUp(app);
    const other = await proveContact(app, stranger.browser, old.email);
    await stranger.browser.post('/account/auth', { method: 'password', password: stranger.password });
    expect(await bind(stranger.browser, { step: 'merge', ...sides, tickets: [other.ticket], choices: all })).toMatchObject({ code: 1022 });
    expect(await accountIdOf(app, person.contact)).toBe(accountId);
  });

  it('into the account of this session spends a fresh and strong identity proof', async () => {
    const { person, old } = await newPair();
    const { browser, password } = person;
    const { ticket, legacy, accounts } = await proveContact(app, browser, old.phone);
    const sides = { legacyId: legacy[0]?.legacyId, target: accounts[0]?.target, tickets: [ticket] };
    const before = await bind(browser, { step: 'preview', ...sides });
    expect(before.data.preview).toMatchObject({
      target: { isOwn: true, isProven: false },
      takes: ['email', 'gender', 'birthday', 'company'],
    });
    const refused = await bind(browser, { step: 'merge', ...sides, choices: all });
    expect(refused).toMatchObject({ code: 3001, data: { methods: [{ method: 'password' }, { method: 'phone' }] } });

    const prove = () => browser.post('/account/auth', { method: 'password', password, action: 'mergeAccounts' });
    await prove();
    app.clock.advance(11 * minute);
    expect(await bind(browser, { step: 'merge', ...sides, choices: all })).toMatchObject({ code: 1022 });
    const again = await proveContact(app, browser, old.phone);
    const fresh = { ...sides, tickets: [again.ticket] };
    expect(await bind(browser, { step: 'merge', ...fresh, choices: all })).toMatchObject({ code: 3001 });
    await prove();
    const shown = await bind(browser, { step: 'preview', ...fresh });
    expect(shown.data.preview).toMatchObject({ target: { isProven: true } });
    const racers = await Promise.all(Array.from({ length: 3 }, () => bind(browser, { step: 'merge', ...fresh, choices: all })));
    expect(racers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { verifiedUntil: null, username: old.username } });
  });

  it('replaces the phone only with a code to it, or with an identity proof in the own session', async () => {
    const person = await signUp(app);
    const { browser, contact: phone, password } = person;
    const accountId = await accountIdOf(app, phone);
    const email = freshEmail();
    await addEmail(app, accountId, email);
    const old = await importOld(app);
    const choices = { ...all, phone: 'legacy' };

    // Somebody with only the mailbox moves everything else, and the phone stays.
    const visitor = app.newBrowser();
    const byEmail = await prepareMerge(app, visitor, { old, target: email });
    const weak = (await bind(visitor, { step: 'preview', ...byEmail })).data.preview;
    expect(weak).toMatchObject({
      target: { isProven: true },
      leftOut: [
        { field: 'phone', reason: 'kept' },
        { field: 'email', reason: 'unproven' },
      ],
    });
    expect(weak?.conflicts.map(({ field }) => field)).not.toContain('phone');
    const byPhone = await proveContact(app, visitor, phone);
    const both = { ...byEmail, tickets: [...byEmail.tickets, byPhone.ticket] };
    const strong = (await bind(visitor, { step: 'preview', ...both })).data.preview;
    expect(strong).toMatchObject({
      leftOut: [{ field: 'email', reason: 'unproven' }],
      conflicts: [{ field: 'phone' }, { field: 'nickname' }],
    });
    const done = await bind(visitor, { step: 'merge', ...byEmail, choices });
    expect(done).toMatchObject({ code: 200, data: { receipt: { moved: expect.not.arrayContaining(['phone']) } } });
    expect(await accountIdOf(app, phone)).toBe(accountId);
    expect(await app.db.q().selectFrom('identifiers').select('value').where('value', '=', old.phone).execute()).toEqual([]);
    // The number is not lost: its holder can register with it.
    expect((await signUp(app, { phone: old.phone })).contact).toBe(old.phone);

    // In a session of the account the same code is not enough either: the session needs an identity proof.
    const second = await importOld(app);
    await browser.post('/login/password', { account: phone, password });
    const own = await prepareMerge(app, browser, { old: second, target: email });
    app.clock.advance(minute);
    const { accounts } = await proveContact(app, browser, second.phone);
    const sides = { ...own, target: accounts[0]?.target };
    expect((await bind(browser, { step: 'preview', ...sides })).data.preview?.conflicts.map(({ field }) => field)).toContain('phone');
    expect(await bind(browser, { step: 'merge', ...sides, choices })).toMatchObject({ code: 3001 });
    await browser.post('/account/auth', { method: 'password', password, action: 'mergeAccounts' });
    expect(await bind(browser, { step: 'merge', ...sides, choices })).toMatchObject({ code: 200 });
    expect(await accountIdOf(app, second.phone)).toBe(accountId);
  });

  it('takes only the phone where another account has the email, and changes nothing in that account', async () => {
    const { contact: email, password } = await signUp(app, { email: freshEmail() });
    const otherId = await accountIdOf(app, email);
    const stored = async () =>
      JSON.stringify([
        await app.db.q().selectFrom('accounts').select(['credential_epoch', 'password_hash']).where('id', '=', otherId).execute(),
        await app.db.q().selectFrom('identifiers').selectAll().where('account_id', '=', otherId).execute(),
      ]);
    const old = await importOld(app, { email });
    const person = await signUp(app);
    const { browser } = person;
    // A visitor with the old password, who proves the phone on the spot, is offered an account of the phone, and no way into the other.
    const visitor = app.newBrowser();
    const led = await visitor.post<{ upgrade: { ticket: string } }>('/login/password', { account: old.username, password: legacyPassword });
    const onTheSpot = await proveContact(app, visitor, old.phone);
    const offered = { legacyId: onTheSpot.legacy[0]?.legacyId, tickets: [led.data.upgrade.ticket, onTheSpot.ticket] };
    expect((await bind(visitor, { step: 'preview', ...offered })).data.preview).toMatchObject({
      needsPassword: false,
      needsContact: false,
      leftOut: [{ field: 'email', reason: 'taken' }],
    });
    expect(await bind(visitor, { step: 'merge', ...offered, target: onTheSpot.accounts[0]?.target, choices: all })).toMatchObject({
      code: 1022,
    });
    const { ticket, legacy, accounts } = await proveContact(app, browser, old.phone);
    expect(accounts.map(({ isOwn, isProven, same }) => ({ isOwn, isProven, same }))).toEqual([
      { isOwn: false, isProven: false, same: ['email'] },
      { isOwn: true, isProven: false, same: [] },
    ]);
    const before = await stored();
    const into = (index: number) => ({ legacyId: legacy[0]?.legacyId, target: accounts[index]?.target, tickets: [ticket] });
    const choices = { ...all, email: 'legacy' };
    await browser.post('/account/auth', { method: 'password', password: person.password, action: 'mergeAccounts' });
    // Who has the number of the old account is nobody to the account that has its email.
    expect(await bind(browser, { step: 'merge', ...into(0), choices })).toMatchObject({ code: 1022 });
    const shown = await bind(browser, { step: 'preview', ...into(1) });
    expect(shown.data.preview).toMatchObject({ leftOut: [{ field: 'email', reason: 'taken' }] });
    const done = await bind(browser, { step: 'merge', ...into(1), choices });
    expect(done).toMatchObject({
      code: 200,
      data: { receipt: { moved: expect.arrayContaining(['phone']) }, account: { encryptEmail: '' } },
    });
    expect(done.data.receipt?.moved).not.toContain('email');
    expect(await accountIdOf(app, old.phone)).not.toBe(otherId);
    expect(await stored()).toBe(before);
    expect(await app.newBrowser().post('/login/password', { account: email, password })).toMatchObject({ code: 200 });
  });

  it('leaves a tombstone that neither signs in nor merges again, and keeps replaced names for the undo', async () => {
    const { person, old } = await newPair();
    const visitor = app.newBrowser();
    expect(await merge(visitor, { person, old })).toMatchObject({ code: 200, data: { account: null } });
    expect(visitor.cookies.has('sid')).toBe(false);
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    expect(await visitor.post('/login/password', { account: old.username, password: legacyPassword })).toMatchObject({ code: 3007 });
    expect((await proveContact(app, app.newBrowser(), old.phone)).legacy).toEqual([]);
    const taker = await signUp(app);
    expect(await taker.browser.post('/userinfo', { username: `new_${person.contact}` })).toMatchObject({ code: 1001 });
    expect(await visitor.post('/login/password', { account: old.username, password: person.password })).toMatchObject({ code: 200 });
  });

  it('is refused for a deleting or locked account, for one not offered, and after a change of credentials', async () => {
    const { person, old, accountId } = await newPair();
    const browser = app.newBrowser();
    const sides = await prepareMerge(app, browser, { old, target: person.contact });
    const body = { step: 'merge', ...sides, choices: all };
    expect(await bind(browser, { ...body, target: accountId })).toMatchObject({ code: 1022 });
    expect(await bind(browser, { ...body, target: '' })).toMatchObject({ code: 1022 });
    expect(await bind(browser, { ...body, legacyId: sides.target, target: sides.legacyId })).toMatchObject({ code: 1022 });
    expect(await bind(app.newBrowser(), body)).toMatchObject({ code: 1022 });
    await transitionAccount(app.db, { id: accountId, from: 'active', to: 'deleting' });
    expect(await bind(browser, body)).toMatchObject({ code: 3002 });
    await transitionAccount(app.db, { id: accountId, from: 'deleting', to: 'locked' });
    expect(await bind(browser, body)).toMatchObject({ code: 4010 });
    await transitionAccount(app.db, { id: accountId, from: 'locked', to: 'active' });
    await person.browser.post('/password/update', { oldPassword: person.password, newPassword: 'Harbour9-violet' });
    expect(await bind(browser, body)).toMatchObject({ code: 1022 });
  });

  it('has one winner among two merges and an upgrade of one legacy account at once', async () => {
    const old = await importOld(app);
    const people = [await signUp(app), await signUp(app)];
    const merges: { readonly browser: TestBrowser; readonly sides: Awaited<ReturnType<typeof prepareMerge>> }[] = [];
    for (const person of people) {
      const browser = app.newBrowser();
      merges.push({ browser, sides: await prepareMerge(app, browser, { old: { ...old, phone: old.email }, target: person.contact }) });
    }
    const upgrading = app.newBrowser();
    const { ticket, legacy } = await proveContact(app, upgrading, old.phone);
    const answers = await Promise.all([
      ...merges.flatMap(({ browser, sides }) => [
        bind(browser, { step: 'merge', ...sides, choices: all }),
        bind(browser, { step: 'merge', ...sides, choices: all }),
      ]),
      bind(upgrading, {
        step: 'upgrade',
        legacyId: legacy[0]?.legacyId,
        tickets: [ticket],
        password: goodPassword,
        agreements: currentAgreements,
      }),
    ]);
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.every((code) => [200, 1022, 1005, 1002].includes(code))).toBe(true);
    const holders = await app.db.q().selectFrom('identifiers').select('account_id').where('value', '=', old.username).execute();
    expect(holders).toHaveLength(1);
  });

  it('of two legacy accounts into one at once succeeds once, because it changes the credentials', async () => {
    const { person, old } = await newPair();
    const second = await importOld(app);
    const runs: { readonly browser: TestBrowser; readonly sides: Awaited<ReturnType<typeof prepareMerge>> }[] = [];
    for (const each of [old, second]) {
      const browser = app.newBrowser();
      runs.push({ browser, sides: await prepareMerge(app, browser, { old: each, target: person.contact }) });
    }
    const answers = await Promise.all(runs.map(({ browser, sides }) => bind(browser, { step: 'merge', ...sides, choices: all })));
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 1022]);
  });
});

describe('undoing a merge', () => {
  it('restores both accounts exactly, and works once', async () => {
    const pair = await newPair();
    const before = await dump(pair);
    expect(await merge(pair.person.browser, pair, keepPhone)).toMatchObject({ code: 200 });
    expect(await dump(pair)).not.toBe(before);
    const token = await undoTokenOf(app, pair.person.contact);
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.newBrowser().post('/register/undobinddeepin', { token })));
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 1022, 1022, 1022]);
    expect(await dump(pair)).toBe(before);
    // It ends no session: it proves nothing of who presses it.
    expect(await pair.person.browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { unconfirmed: [] } });
    const again = app.newBrowser();
    expect(await again.post('/login/password', { account: pair.person.contact, password: pair.person.password })).toMatchObject({
      code: 200,
    });
    expect(await again.post('/login/password', { account: pair.old.username, password: legacyPassword })).toMatchObject({ code: 1020 });
    expect((await app.outbox(pair.person.contact))[0]).toMatchObject({ scene: 'mergeUndone' });
    expect(await merge(app.newBrowser(), pair)).toMatchObject({ code: 200 });
  });

  it('is possible for seven days; then its data is gone', async () => {
    const pair = await newPair();
    await merge(pair.person.browser, pair);
    const token = await undoTokenOf(app, pair.person.contact);
    const other = await newPair();
    await merge(other.person.browser, other);
    const otherToken = await undoTokenOf(app, other.person.contact);
    app.clock.advance(7 * day - 1);
    expect(await app.newBrowser().post('/register/undobinddeepin', { token: otherToken })).toMatchObject({ code: 200 });
    app.clock.advance(1);
    expect(await app.newBrowser().post('/register/undobinddeepin', { token })).toMatchObject({ code: 1022 });
    app.clock.advance(2 * day);
    await removeStaleRows(app.db, app.clock.now());
    const stored = await app.db.q().selectFrom('legacy_accounts').selectAll().where('account_id', '=', pair.accountId).execute();
    expect(stored).toEqual([expect.objectContaining({ state: 'merged', sealed: '', sealed_password: null, username_hash: null })]);
    expect(await app.db.q().selectFrom('legacy_merges').select('id').where('account_id', '=', pair.accountId).execute()).toEqual([]);
    expect(await signUp(app, { phone: pair.person.contact })).toMatchObject({ account: { legacy: false } });
  });

  it('keeps what the owner has changed since', async () => {
    const pair = await newPair();
    const { person } = pair;
    await merge(person.browser, pair);
    await person.browser.post('/userinfo', { company: 'New Works', realName: 'Han Mei' });
    expect(await undo(person.contact)).toMatchObject({ code: 200 });
    const account = await app.db.q().selectFrom('accounts').selectAll().where('id', '=', pair.accountId).executeTakeFirstOrThrow();
    expect(account).toMatchObject({ company: 'New Works', real_name: 'Han Mei', gender: 0 });
    expect(account.password_hash).not.toBeNull();
  });

  it('leaves every contact that is proven, also the one that the merge brought', async () => {
    const pair = await newPair();
    const { person, old } = pair;
    await merge(person.browser, pair);
    expect(await undo(person.contact)).toMatchObject({ code: 200 });
    expect(await accountIdOf(app, old.phone)).toBe(pair.accountId);
    await expect(accountIdOf(app, person.contact)).rejects.toThrow('no result');
    expect((await proveContact(app, app.newBrowser(), old.phone)).legacy).toHaveLength(1);
  });

  const ends: Readonly<Record<string, (pair: Pair) => Promise<unknown>>> = {
    'a reset of the password': async ({ person }) => {
      const browser = app.newBrowser();
      const { code } = await askReset(app, browser, person.contact);
      return browser.post('/password/reset/reset_password/phone', { phone: person.contact, code, newPassword: 'Harbour9-violet' });
    },
    'a change of the password': ({ person: { browser, password } }) =>
      browser.post('/password/update', { oldPassword: password, newPassword: 'Harbour9-violet' }),
    'a change of the phone': async ({ person: { browser, password } }) => {
      const phone = freshPhone();
      await browser.post('/account/auth', { method: 'password', password, action: 'changePhone', target: phone });
      return browser.post('/update/phone', { phone, code: await accountCode(app, browser, { contact: phone, scene: 'bind' }) });
    },
    'another merge': async ({ person }) => {
      const second = await importOld(app, { profile: {} });
      app.clock.advance(hour);
      const browser = app.newBrowser();
      const sides = await prepareMerge(app, browser, { old: second, target: person.contact });
      return bind(browser, { step: 'merge', ...sides, choices: keepPhone });
    },
    'a freeze': async ({ person }) => {
      const browser = app.newBrowser();
      await sendVisitorCode(browser, { contact: person.contact, scene: 'freeze' });
      return browser.post('/freeze', { account: person.contact, code: await app.codeFor(person.contact), why: 'unknown' });
    },
  };

  it.each(Object.keys(ends))('is over after %s', async (name) => {
    const pair = await newPair();
    await merge(pair.person.browser, pair, keepPhone);
    const token = await undoTokenOf(app, pair.person.contact);
    expect(token).toMatch(/^[\w-]{22}$/);
    app.clock.advance(2 * minute);
    expect(await ends[name]?.(pair)).toMatchObject({ code: 200 });
    const before = await dump(pair);
    expect(await app.newBrowser().post('/register/undobinddeepin', { token })).toMatchObject({ code: 1022 });
    expect(await dump(pair)).toBe(before);
  });
});

describe('a ticket', () => {
  it('of an upgrade, of an undo and of a link work for nothing else', async () => {
    const pair = await newPair();
    const browser = app.newBrowser();
    const { ticket } = await proveContact(app, browser, pair.person.contact);
    await merge(app.newBrowser(), pair);
    const token = await undoTokenOf(app, pair.person.contact);
    for (const wrong of [ticket, token]) {
      expect(await browser.post('/update/activate', { token: wrong })).toMatchObject({ code: 1022 });
      const newPassword = 'Harbour9-violet';
      const reset = await browser.post('/password/reset/reset_password/email', { email: '', token: wrong, newPassword });
      expect(reset).toMatchObject({ code: 1022 });
    }
    expect(await browser.post('/register/undobinddeepin', { token: ticket })).toMatchObject({ code: 1022 });
    const old = await importOld(app);
    const { legacy } = await proveContact(app, browser, old.phone);
    expect(await bind(browser, { step: 'preview', legacyId: legacy[0]?.legacyId, tickets: [token] })).toMatchObject({ code: 1022 });
  });
});

describe('a failure in the middle', () => {
  it.each([
    'upgrade_tickets',
    'legacy_accounts',
    'identifiers',
    'unproven_contacts',
    'accounts',
    'legacy_merges',
    'links',
    'audit',
    'outbox',
  ])('at %s undoes the whole merge, or the whole undo', async (table) => {
    const pair = await newPair();
    const browser = app.newBrowser();
    const sides = await prepareMerge(app, browser, { old: pair.old, target: pair.person.contact });
    const body = { step: 'merge', ...sides, choices: keepPhone };
    const before = await dump(pair);
    await whileWritesFail(app, { table, work: async () => expect(await bind(browser, body)).toMatchObject({ status: 500 }) });
    expect(await dump(pair)).toBe(before);
    expect(await bind(browser, body)).toMatchObject({ code: 200 });
    if (table === 'upgrade_tickets') return;
    const merged = await dump(pair);
    const token = await undoTokenOf(app, pair.person.contact);
    const way = () => app.newBrowser().post('/register/undobinddeepin', { token });
    await whileWritesFail(app, { table, work: async () => expect(await way()).toMatchObject({ status: 500 }) });
    expect(await dump(pair)).toBe(merged);
    expect(await way()).toMatchObject({ code: 200 });
    expect(await dump(pair)).toBe(before);
  });

  it.each(['upgrade_tickets', 'legacy_accounts', 'identifiers', 'accounts', 'consent_ledger', 'sessions', 'audit', 'outbox'])(
    'at %s undoes the whole upgrade',
    async (table) => {
      const old = await importOld(app);
      const browser = app.newBrowser();
      const { ticket, legacy } = await proveContact(app, browser, old.phone);
      const body = {
        step: 'upgrade',
        legacyId: legacy[0]?.legacyId,
        tickets: [ticket],
        password: goodPassword,
        agreements: currentAgreements,
      };
      await whileWritesFail(app, { table, work: async () => expect(await bind(browser, body)).toMatchObject({ status: 500 }) });
      expect(await app.db.q().selectFrom('identifiers').select('account_id').where('value', '=', old.phone).execute()).toEqual([]);
      expect(await bind(browser, body)).toMatchObject({ code: 200 });
    },
  );
});

describe('a current account', () => {
  it('shows the offer while a legacy account has its phone, and no longer after the merge', async () => {
    const person = await signUp(app);
    const old = await importOld(app, { phone: person.contact });
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ data: { legacy: true } });
    const choices = { nickname: 'target' };
    expect(await merge(person.browser, { person, old }, choices)).toMatchObject({ code: 200, data: { account: { legacy: false } } });
    expect(await undo(person.contact)).toMatchObject({ code: 200 });
    const again = app.newBrowser();
    expect(await again.post('/login/password', { account: person.contact, password: person.password })).toMatchObject({
      data: { account: { legacy: true } },
    });
    expect(await upgrade(app, app.newBrowser(), { ...old, phone: freshPhone() }).catch(() => 'nothing was found')).toMatchObject({
      code: 1022,
    });
  });

  it('hides the offer after giving up the contact of the legacy account', async () => {
    const { browser, contact, password } = await signUp(app);
    await importOld(app, { phone: contact });
    const isOffered = async (of: TestBrowser) => (await of.get<{ legacy: boolean }>('/account/metainfo')).data.legacy;
    const email = freshEmail();
    const prove = () => browser.post('/account/auth', { method: 'password', password });
    await prove();
    await browser.post('/update/email', { email, code: await accountCode(app, browser, { contact: email, scene: 'bind' }) });
    expect(await isOffered(browser)).toBe(true);
    await prove();
    expect(await browser.post('/update/phone', { phone: '' })).toMatchObject({ code: 200 });
    expect(await isOffered(browser)).toBe(false);
  });
});
