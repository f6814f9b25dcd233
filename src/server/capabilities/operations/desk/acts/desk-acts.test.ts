/** What the desk tells and gives back: to whom, how often, by whom, and what it waits for. */
import { createPublicKey, hash, verify } from 'node:crypto';
import { askedText, exceptionText } from '#contract/operations/desk/asked-text.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { restartDeletions } from '#server/core/account/deletion/deletions.guarded.ts';
import { insertDeletion } from '#server/core/account/deletion/deletions.repository.ts';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { takenByOne } from '#server/core/sign-in/ways/taking.ts';
import { keepReplaced } from '#server/core/sign-in/ways/keep-replaced.ts';
import { sql } from 'kysely';
import { day, hour, minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { newAuthenticator } from '#server/testing/people/authenticator.ts';
import {
  approvalOf,
  enter,
  newMember,
  signature,
  signedApproval,
  signedAsking,
  signedConfirmation,
  signedException,
  type DeskBrowser,
  type DeskMember,
} from '#server/testing/people/desk.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail, sendVisitorCode } from '#server/testing/people/proving.ts';
import { actingLink, protectedOwner, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let agent: DeskMember;
let desk: DeskBrowser;
let lead: DeskBrowser;
let leader: DeskMember;

const why = { reason: 'asked', caseRef: 'CS-4711' };
const fresh = 'another-9-Harbour';

beforeAll(async () => {
  app = await buildTestApp({ desk: true, config: { rateFactor: 100 } });
});

afterAll(() => app.close());

beforeEach(async () => {
  agent = await newMember(app, 'agent');
  leader = await newMember(app, 'lead');
  desk = await enter(app, agent);
  lead = await enter(app, leader);
});

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly value: string;
  readonly note: string;
  readonly until: number | null;
}

interface Card {
  readonly version: number;
  readonly lines: readonly Line[];
}

async function look(contact: string, by = desk): Promise<string> {
  const { data } = await by.post<{ look: string }>('/person/find', { text: contact, ...why });
  return data.look;
}

async function card(opened: string, name: string, by = desk): Promise<Card> {
  return (await by.post<Card>('/person/card', { look: opened, card: name })).data;
}

/** An act on the person of a contact, on the account as it is now; the asking member signs it. */
async function act(path: string, contact: string, extras: Readonly<Record<string, string>> = {}, by = desk) {
  const opened = await look(contact, by);
  const { version } = await card(opened, 'state', by);
  const asked = await by.post<{ approval: string }>(path, { look: opened, version, ...why, ...extras });
  return signedAsking(by, by === lead ? leader : agent, asked);
}

/** Approves what was asked for, as many times at once. */
async function approve(approval: string, racers = 1) {
  const item = await approvalOf(lead, approval);
  if (item === undefined) throw new Error('Nothing waits.');
  const tries = await Promise.all(Array.from({ length: racers }, () => lead.post('/approvals/approve', signedApproval(leader, item))));
  return tries.map(({ code }) => code);
}

const accessOf = async ({ browser }: Pick<Person, 'browser'>) => {
  const { data } = await browser.get<{ items: readonly { event: string; caseRef: string }[] }>('/account/access');
  return data.items.map(({ event }) => event);
};

async function trail(event: string, accountId: string) {
  const rows = await app.db
    .q()
    .selectFrom('audit')
    .select('detail')
    .where('event', '=', event)
    .where('account_id', '=', accountId)
    .execute();
  return rows.map(({ detail }): Readonly<Record<string, string>> => JSON.parse(detail === '' ? '{}' : detail));
}

async function person(): Promise<Person & { readonly id: string; readonly email: string }> {
  const made = await signUp(app);
  const id = await accountIdOf(app, made.contact);
  const email = freshEmail();
  await addEmail(app, id, email);
  return { ...made, id, email };
}

describe('a message', () => {
  /** A notice of the account, as the card shows it. */
  async function told(contact: string, channel: 'sms' | 'email'): Promise<Line> {
    await act('/act/end-sessions', contact);
    await app.outbox(contact);
    const { lines } = await card(await look(contact), 'messages');
    const found = lines.find(({ kind, until }) => kind === channel && until !== null);
    if (found === undefined) throw new Error('There is no such message.');
    return found;
  }

  it('is sent again to the address that it was for, three times, each with another reference', async () => {
    const { contact, id, email } = await person();
    const message = await told(contact, 'email');
    const before = (await app.outbox(email)).length;
    for (let count = 0; count < 3; count += 1)
      expect(await act('/act/resend', contact, { message: message.id })).toMatchObject({ code: 200 });
    expect(await act('/act/resend', contact, { message: message.id })).toMatchObject({ code: 3064 });
    const sent = await app.outbox(email);
    expect(sent.length - before).toBe(3);
    const { lines } = await card(await look(contact), 'messages');
    const same = lines.filter(({ kind, title }) => kind === 'email' && title === message.title);
    expect(new Set(same.map(({ note }) => note)).size).toBe(4);
    // One that was sent again counts with the first.
    expect(await act('/act/resend', contact, { message: same[0]?.id ?? '' })).toMatchObject({ code: 3064 });
    expect(await trail('message.resent', id)).toHaveLength(3);
  });

  it('of parallel presses leaves three times', async () => {
    const { contact } = await person();
    const message = await told(contact, 'email');
    const opened = await look(contact);
    const { version } = await card(opened, 'state');
    const order = { look: opened, version, ...why, message: message.id };
    const tries = await Promise.all(Array.from({ length: 12 }, () => desk.post('/act/resend', order)));
    expect(tries.filter(({ code }) => code === 200)).toHaveLength(3);
  });

  it('is nobody else’s, and no code', async () => {
    const one = await person();
    const other = await person();
    const message = await told(one.contact, 'email');
    expect(await act('/act/resend', other.contact, { message: message.id })).toMatchObject({ code: 3064 });
    app.clock.advance(minute);
    await sendVisitorCode(app.newBrowser(), { contact: one.contact, scene: 'login' });
    await app.codeFor(one.contact);
    const { lines } = await card(await look(one.contact), 'messages');
    const codes = lines.filter(({ until }) => until === null);
    expect(codes.length).toBeGreaterThan(0);
    for (const { id } of codes) expect(await act('/act/resend', one.contact, { message: id })).toMatchObject({ code: 3064 });
  });

  it('goes nowhere when its address is gone, or another account has it', async () => {
    const one = await person();
    const message = await told(one.contact, 'email');
    const other = await signUp(app);
    await app.db.q().deleteFrom('identifiers').where('account_id', '=', one.id).where('kind', '=', 'email').execute();
    expect(await act('/act/resend', one.contact, { message: message.id })).toMatchObject({ code: 3064 });
    await addEmail(app, await accountIdOf(app, other.contact), one.email);
    expect(await act('/act/resend', one.contact, { message: message.id })).toMatchObject({ code: 3064 });
  });

  it('goes to a former address, as long as nobody else has it', async () => {
    const one = await person();
    const message = await told(one.contact, 'email');
    const { identity } = app.wiring.core;
    const account = await identity.accounts.findById(one.id);
    if (account === undefined) throw new Error('There is no account.');
    await keepReplaced(identity, { account, ways: await identity.ways.of(account), by: takenByOne }, 'email');
    await app.db.q().deleteFrom('identifiers').where('account_id', '=', one.id).where('kind', '=', 'email').execute();
    const before = (await app.outbox(one.email)).length;
    expect(await act('/act/resend', one.contact, { message: message.id })).toMatchObject({ code: 200 });
    expect(await app.outbox(one.email)).toHaveLength(before + 1);
    const other = await signUp(app);
    await addEmail(app, await accountIdOf(app, other.contact), one.email);
    expect(await act('/act/resend', one.contact, { message: message.id })).toMatchObject({ code: 3064 });
  });

  it('is over after its three days', async () => {
    const { contact } = await person();
    const message = await told(contact, 'email');
    app.clock.advance(3 * day);
    agent = await newMember(app, 'agent');
    desk = await enter(app, agent);
    expect(await act('/act/resend', contact, { message: message.id })).toMatchObject({ code: 3064 });
  });
});

describe('a member tells a person', () => {
  it('the way back, to only one address, without a token', async () => {
    const { contact, email, id, browser } = await person();
    const before = (await app.outbox(contact)).length;
    expect(await act('/act/invite', contact, { to: 'email' })).toMatchObject({ code: 200 });
    const [mail] = await app.outbox(email);
    expect(mail?.link).toMatch(/\/register\/support$/);
    expect((await app.outbox(contact)).length).toBe(before);
    expect(await accessOf({ browser })).toContain('recovery.invited');
    await app.db.q().deleteFrom('identifiers').where('account_id', '=', id).where('kind', '=', 'email').execute();
    expect(await act('/act/invite', contact, { to: 'email' })).toMatchObject({ code: 3064 });
  });

  it('nothing by a note, which is sealed, stays, and is in the list of the person', async () => {
    const { contact, browser } = await person();
    expect(await act('/person/note', contact, { text: ' ' })).toMatchObject({ code: 3064 });
    expect(await act('/person/note', contact, { text: 'Called back at noon.' })).toMatchObject({ code: 200 });
    const { lines } = await card(await look(contact), 'notes');
    expect(lines).toMatchObject([{ kind: 'note', title: agent.name, value: 'Called back at noon.', note: why.caseRef }]);
    const rows = await app.db.q().selectFrom('desk_notes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('noon');
    expect(await accessOf({ browser })).toContain('note.added');
  });
});

describe('a deletion', () => {
  async function leaving() {
    const made = await person();
    const at = app.clock.now();
    const unsaid = { channel: '', reason: '', detail: '', agreement: null };
    await insertDeletion(app.db, { accountId: made.id, ...unsaid, at, dueAt: at + 15 * day, receiptHash: null });
    await transitionAccount(app.db, { id: made.id, from: 'active', to: 'deleting' });
    return made;
  }

  it('ends by two members, once, and nobody is signed in', async () => {
    const made = await leaving();
    const asked = await act('/act/restore', made.contact);
    expect(asked).toMatchObject({ code: 3061 });
    const item = await approvalOf(desk, asked.data.approval);
    if (item === undefined) throw new Error('Nothing waits.');
    expect(await desk.post('/approvals/approve', signedApproval(agent, item))).toMatchObject({ code: 3060 });
    const codes = await approve(asked.data.approval, 16);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(await made.browser.get('/account/metainfo')).toMatchObject({ code: 401 });
    expect(await made.browser.post('/login/password', { account: made.contact, password: made.password })).toMatchObject({ code: 200 });
    expect(JSON.stringify(await app.outbox(made.email))).toContain('终止');
    expect(await trail('deletion.withdrawn', made.id)).toMatchObject([{ operator: agent.name, second: leader.name, case: why.caseRef }]);
    expect(await accessOf(made)).toContain('deletion.withdrawn');
  });

  it('does not end once it is due, and there is nothing to end in an account that stays', async () => {
    const made = await leaving();
    const asked = await act('/act/restore', made.contact);
    await restartDeletions(app.db, { accountId: made.id, dueAt: app.clock.now() });
    expect(await approve(asked.data.approval)).toEqual([3064]);
    const stays = await person();
    expect(await act('/act/restore', stays.contact)).toMatchObject({ code: 3064 });
  });
});

describe('a person who has too little', () => {
  /** Shows only the password, in a browser that nobody knows. */
  async function tooLittle() {
    const owner = await protectedOwner(app);
    const browser = app.newBrowser();
    const begun = await browser.post<{ ticket: string }>('/login/password', { account: owner.phone, password: owner.password });
    expect(begun).toMatchObject({ code: 3011 });
    const { ticket } = begun.data;
    expect(await browser.post('/recovery/prove', { ticket })).toMatchObject({
      code: 200,
      data: { independence: 'weak', dueAt: new Date(app.clock.now() + 7 * day).toISOString(), desk: true },
    });
    const { data } = await browser.post<{ number: string; until: string }>('/recovery/desk', { ticket });
    expect(await browser.post('/recovery/desk', { ticket })).toMatchObject({ code: 200, data });
    return { owner, browser, ticket, number: data.number };
  }

  async function finish(browser: TestBrowser, ticket: string) {
    const { data } = await browser.post<Partial<RecoveryAnswer>>('/recovery/prove', { ticket });
    const keep = data.ways?.map(({ id }) => id) ?? [];
    return browser.post<RecoveryAnswer>('/recovery/finish', { ticket, newPassword: fresh, keep });
  }

  it('gets a request by their number, two members and 72 hours, only in that browser', async () => {
    const { owner, browser, number } = await tooLittle();
    const asked = await act('/act/claim', owner.phone, { number: number.toLowerCase().replace('-', ' ') });
    expect(asked).toMatchObject({ code: 3061 });
    expect((await approve(asked.data.approval, 16)).filter((code) => code === 200)).toHaveLength(1);
    const { data: claim } = await browser.post<{ id: string; dueAt: string }>('/claim/status', {});
    expect(claim).toMatchObject({ kind: 'recovery', dueAt: new Date(app.clock.now() + 72 * hour).toISOString() });
    for (const to of [owner.phone, owner.email]) expect(await actingLink(app, to, to.includes('@') ? 'notice' : 'n')).toBeTruthy();
    expect(await finish(browser, claim.id)).toMatchObject({ code: 3018 });
    app.clock.advance(72 * hour + 1);
    expect(await finish(app.newBrowser(), claim.id)).toMatchObject({ code: 1022 });
    expect(await finish(browser, claim.id)).toMatchObject({ code: 200 });
    expect(await trail('claim.opened', owner.id)).toMatchObject([{ operator: agent.name, second: leader.name, hours: 72 }]);
  });

  it('gets nothing where the owner stops it, by any address', async () => {
    const { owner, browser, number } = await tooLittle();
    const asked = await act('/act/claim', owner.phone, { number });
    expect(await approve(asked.data.approval)).toEqual([200]);
    const { data: claim } = await browser.post<{ id: string }>('/claim/status', {});
    const token = await actingLink(app, owner.email, 'notice');
    expect(await app.newBrowser().post('/notice/answer', { token, answer: 'stop' })).toMatchObject({ code: 200 });
    app.clock.advance(72 * hour + 1);
    expect(await finish(browser, claim.id)).toMatchObject({ code: 1022 });
  });

  it('gets nothing by only one lead, the number of another account, one that was used, or one of yesterday', async () => {
    const { owner, number } = await tooLittle();
    const mine = await act('/act/claim', owner.phone, { number }, lead);
    expect(mine).toMatchObject({ code: 3061 });
    expect(await approve(mine.data.approval)).toEqual([3065]);
    const other = await person();
    const wrong = await act('/act/claim', other.contact, { number });
    expect(await approve(wrong.data.approval)).toEqual([3064]);
    for (const expected of [[200], [3064]]) {
      const asked = await act('/act/claim', owner.phone, { number });
      expect(await approve(asked.data.approval)).toEqual(expected);
    }
    const late = await tooLittle();
    app.clock.advance(day);
    desk = await enter(app, agent);
    lead = await enter(app, leader);
    const asked = await act('/act/claim', late.owner.phone, { number: late.number });
    expect(await approve(asked.data.approval)).toEqual([3064]);
  });

  it('has no number where the desk is off, and none where more or nothing is shown', async () => {
    const { owner } = await tooLittle();
    const browser = app.newBrowser();
    const stranger = app.newBrowser();
    expect(await stranger.post('/recovery/desk', { ticket: 'x'.repeat(43) })).toMatchObject({ code: 1022 });
    app.clock.advance(minute);
    await sendVisitorCode(browser, { contact: owner.email, scene: 'login' });
    const begun = await browser.post<{ ticket: string }>('/login/code', { account: owner.email, code: await app.codeFor(owner.email) });
    expect(await browser.post('/recovery/desk', { ticket: begun.data.ticket })).toMatchObject({ code: 3017 });
    const off = await buildTestApp({});
    try {
      expect(await off.newBrowser().post('/recovery/desk', { ticket: 'x'.repeat(43) })).toMatchObject({ code: 404 });
    } finally {
      await off.close();
    }
  });
});

describe('an appeal', () => {
  it('is entered at the desk, due in 15 days, and answered by a member who has not acted', async () => {
    const { contact, id } = await person();
    expect(await act('/act/lock', contact)).toMatchObject({ code: 200 });
    const opened = await look(contact);
    const said = { look: opened, kind: 'appeal', channel: 'phone', receivedAt: app.clock.now(), text: 'I did nothing wrong.' };
    expect(await desk.post('/requests/add', { ...said, receivedAt: app.clock.now() + day })).toMatchObject({ code: 3064 });
    const { data } = await desk.post<{ number: string; dueAt: number }>('/requests/add', said);
    expect(data.dueAt).toBe(Math.floor(app.clock.now() / day) * day + 15 * day);
    const waiting = await lead.get<{ items: readonly { id: string }[] }>('/queues/appeals');
    expect(waiting.data.items.map((item) => item.id)).toContain(data.number);
    const requests = await lead.get<{ items: readonly { id: string }[] }>('/queues/requests');
    expect(requests.data.items.map((item) => item.id)).not.toContain(data.number);
    const answer = { number: data.number, outcome: 'done', law: '', text: 'We have looked at it again.' };
    expect(await desk.post('/requests/answer', answer)).toMatchObject({ code: 3065 });
    expect(await lead.post('/requests/answer', answer)).toMatchObject({ code: 200 });
    expect(await trail('request.answered', id)).toMatchObject([{ operator: leader.name, case: data.number }]);
  });

  it('is not answered by a member who has approved the act', async () => {
    const { contact } = await person();
    const fraud = { reason: 'fraud' };
    expect(await act('/act/lock', contact, fraud)).toMatchObject({ code: 200 });
    const asked = await act('/act/unlock', contact, fraud);
    expect(await approve(asked.data.approval)).toEqual([200]);
    const said = { look: await look(contact), kind: 'appeal', channel: 'post', receivedAt: app.clock.now(), text: 'Why was it locked?' };
    const { data } = await desk.post<{ number: string }>('/requests/add', said);
    const answer = { number: data.number, outcome: 'refused', law: 'Terms 4', text: 'It stays as it is.' };
    expect(await lead.post('/requests/answer', answer)).toMatchObject({ code: 3065 });
    expect(await (await enter(app, await newMember(app, 'lead'))).post('/requests/answer', answer)).toMatchObject({ code: 200 });
  });
});

describe('exceptional access', () => {
  interface Shown {
    readonly items: readonly { readonly id: string; readonly state: string; readonly own: boolean }[];
    readonly baits: number | null;
  }

  /** A viewer who has looked at somebody, and asked. */
  async function asked() {
    const member = await newMember(app, 'viewer');
    const viewer = await enter(app, member);
    const found = await person();
    const opened = await look(found.contact, viewer);
    const body = signedException(member, { look: opened, caseRef: why.caseRef, text: 'A break-in is under way.' });
    const { data } = await viewer.post<{ id: string; until: number }>('/break-glass', body);
    return { member, viewer, found, opened, id: data.id, until: data.until };
  }

  const order = async (opened: string, by: DeskBrowser) => ({ look: opened, version: (await card(opened, 'state', by)).version, ...why });

  it('is what an agent may do, in one account, for half an hour, once another member confirms it; an auditor reviews it', async () => {
    const { member, viewer, found, opened, id } = await asked();
    const lock = async () => viewer.post('/act/lock', await order(opened, viewer));
    expect(await lock()).toMatchObject({ code: 3060 });
    const { credential, ...unsigned } = signedException(member, { look: opened, caseRef: why.caseRef, text: 'Another one.' });
    const others = signedException(member, { ...unsigned, text: 'A break-in is under way.' });
    for (const body of [unsigned, { ...unsigned, credential: others.credential }])
      expect(await viewer.post('/break-glass', body)).toMatchObject({ code: 3026 });
    // The same words by another signature are the same words.
    const resigned = signature(member, exceptionText(unsigned));
    expect(resigned.response.signature).not.toBe(credential.response.signature);
    const twice = [credential, resigned].map((each) => viewer.post('/break-glass', { ...unsigned, credential: each }));
    expect((await Promise.all(twice)).map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 3026]);
    expect(await viewer.post('/break-glass/confirm', await signedConfirmation(viewer, member, id))).toMatchObject({ code: 3065 });
    expect(await desk.post('/break-glass/confirm', { id })).toMatchObject({ code: 3026 });
    const bodies = [await signedConfirmation(desk, agent, id), await signedConfirmation(lead, leader, id)] as const;
    expect(await desk.post('/break-glass/confirm', bodies[1]), 'of another member').toMatchObject({ code: 3026 });
    const tries = await Promise.all(
      Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? desk : lead).post('/break-glass/confirm', bodies[index % 2])),
    );
    expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
    const kept = await app.db.q().selectFrom('desk_exceptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const unsealed = (sealed: string | null): unknown => JSON.parse(app.wiring.keyring.open('rights-message', sealed ?? ''));
    expect(unsealed(kept.asked_with)).toMatchObject({ text: expect.stringContaining('A break-in is under way.') });
    expect(unsealed(kept.confirmed_with)).toMatchObject({ text: expect.stringContaining(id) });
    expect(await viewer.post('/person/unmask', { look: opened, field: 'phone', at: '', ...why })).toMatchObject({ code: 200 });
    // Nobody else's account, and nothing that takes two.
    const other = await person();
    const elsewhere = await look(other.contact, viewer);
    expect(await viewer.post('/act/lock', await order(elsewhere, viewer))).toMatchObject({ code: 3060 });
    expect(await viewer.post('/person/unmask', { look: elsewhere, field: 'phone', at: '', ...why })).toMatchObject({ code: 3060 });
    expect(await viewer.post('/act/restore', await order(opened, viewer))).toMatchObject({ code: 3060 });
    expect(await accessOf(found)).toContain('desk.exception');
    expect(await lock()).toMatchObject({ code: 200 });
    const auditor = await enter(app, await newMember(app, 'auditor'));
    expect(await auditor.post('/exceptions/review', { id })).toMatchObject({ code: 3064 });
    app.clock.advance(29 * minute);
    const again = await enter(app, member);
    const reopened = await look(found.email, again);
    expect(await again.post('/act/freeze', await order(reopened, again))).toMatchObject({ code: 200 });
    app.clock.advance(minute);
    expect(await again.post('/act/end-sessions', await order(reopened, again))).toMatchObject({ code: 3060 });
    const auditing = await enter(app, await newMember(app, 'auditor'));
    expect((await auditing.get<Shown>('/exceptions')).data.items.find((item) => item.id === id)).toMatchObject({
      state: 'open',
      own: false,
    });
    const reviews = await Promise.all(Array.from({ length: 8 }, () => auditing.post('/exceptions/review', { id })));
    expect(reviews.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await trail('desk.exception-reviewed', found.id)).toHaveLength(1);
    const alarms = await app.db.q().selectFrom('desk_alarms').select('kind').where('member', '=', member.name).execute();
    expect(alarms.map(({ kind }) => kind)).toEqual(['exception', 'exception']);
  });

  it('is not confirmed after ten minutes, and is beyond the limits of its member', async () => {
    const { id } = await asked();
    const late = await signedConfirmation(desk, agent, id);
    app.clock.advance(10 * minute);
    desk = await enter(app, agent);
    expect(await desk.post('/break-glass/confirm', late)).toMatchObject({ code: 3064 });
    const found = await person();
    const opened = await look(found.contact);
    for (let count = 0; count < 3; count += 1)
      expect(await desk.post('/person/unmask', { look: opened, field: 'phone', at: '', ...why })).toMatchObject({ code: 200 });
    const show = () => desk.post('/person/unmask', { look: opened, field: 'phone', at: '', ...why });
    const { data } = await desk.post<{ id: string }>(
      '/break-glass',
      signedException(agent, { look: opened, caseRef: why.caseRef, text: 'x' }),
    );
    lead = await enter(app, leader);
    expect(await lead.post('/break-glass/confirm', await signedConfirmation(lead, leader, data.id))).toMatchObject({ code: 200 });
    expect(await show()).toMatchObject({ code: 200 });
  });
});

describe('an account of nobody', () => {
  it('is marked by two auditors, unseen by others, and a look at it is an ordinary one and an alarm', async () => {
    const found = await person();
    const { number } = await app.db.q().selectFrom('accounts').select('number').where('id', '=', found.id).executeTakeFirstOrThrow();
    const auditors = [await newMember(app, 'auditor'), await newMember(app, 'auditor')] as const;
    const [one, two] = [await enter(app, auditors[0]), await enter(app, auditors[1])];
    expect(await one.post('/baits', { number: '1' })).toMatchObject({ code: 3064 });
    // Somebody lives in the account of a member, and in one that was frozen.
    const numberOf = async (id: string) =>
      (await app.db.q().selectFrom('accounts').select('number').where('id', '=', id).executeTakeFirstOrThrow()).number;
    expect(await one.post('/baits', { number: await numberOf(leader.accountId) })).toMatchObject({ code: 3064 });
    const frozen = await person();
    expect(await act('/act/freeze', frozen.contact)).toMatchObject({ code: 200 });
    expect(await one.post('/baits', { number: await numberOf(frozen.id) })).toMatchObject({ code: 3064 });
    const asked = await signedAsking(one, auditors[0], await one.post<{ approval: string }>('/baits', { number }));
    expect(asked).toMatchObject({ code: 3061 });
    for (const by of [lead, desk]) expect(await approvalOf(by, asked.data.approval)).toBeUndefined();
    const item = await approvalOf(two, asked.data.approval);
    if (item === undefined) throw new Error('Nothing waits.');
    expect(await lead.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 3060 });
    expect(await one.post('/approvals/approve', signedApproval(auditors[0], item))).toMatchObject({ code: 3065 });
    expect(await two.post('/approvals/approve', signedApproval(auditors[1], item))).toMatchObject({ code: 200 });
    const plain = await person();
    const shapes = await Promise.all(
      [found, plain].map(async ({ contact }) => {
        const opened = await look(contact);
        return (await card(opened, 'state')).lines.map(({ kind }) => kind);
      }),
    );
    expect(shapes[0]).toEqual(shapes[1]);
    const alarms = await app.db.q().selectFrom('desk_alarms').select('kind').where('member', '=', agent.name).execute();
    expect(alarms.map(({ kind }) => kind)).toEqual(['bait']);
    const rows = JSON.stringify(await app.db.q().selectFrom('desk_baits').selectAll().execute());
    expect(rows).not.toContain(found.id);
    expect((await one.get<{ baits: number | null }>('/exceptions')).data.baits).toBe(1);
    expect((await lead.get<{ baits: number | null }>('/exceptions')).data.baits).toBeNull();
  });
});

describe('an act that is asked for', () => {
  it('waits for nobody before its asker has signed it, once, over what is shown', async () => {
    const { contact } = await person();
    const fraud = { reason: 'fraud' };
    expect(await act('/act/lock', contact, fraud)).toMatchObject({ code: 200 });
    const opened = await look(contact);
    const { version } = await card(opened, 'state');
    const unlock = () => desk.post<{ approval: string }>('/act/unlock', { look: opened, version, ...why, ...fraud });
    const { data } = await unlock();
    const id = data.approval;
    const waiting = async () => (await lead.get<{ waiting: { approvals: number } }>('/me')).data.waiting.approvals;
    expect(await approvalOf(lead, id)).toBeUndefined();
    const before = await waiting();
    const item = await approvalOf(desk, id);
    if (item === undefined) throw new Error('Who asked does not see it.');
    expect(item).toMatchObject({ own: true, isSigned: false });
    expect(await lead.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 3064 });
    expect(await lead.post('/approvals/refuse', { id, reason: 'unseen' })).toMatchObject({ code: 3064 });
    const sign = (credential: object, by = desk) => by.post('/approvals/sign', { id, credential });
    expect(await desk.post('/approvals/sign', { id })).toMatchObject({ code: 3026 });
    expect(await desk.post('/approvals/sign', { id, code: '123456' }), 'with a passkey').toMatchObject({ code: 3026 });
    expect(await sign(signature(agent, askedText('ask', { ...item, reason: 'asked' })))).toMatchObject({ code: 3026 });
    expect(await sign(signature(agent, askedText('approve', item)))).toMatchObject({ code: 3026 });
    expect(await sign(signature(leader, askedText('ask', item)), lead), 'by another').toMatchObject({ code: 3064 });
    const credential = signature(agent, askedText('ask', item));
    const tries = await Promise.all(Array.from({ length: 8 }, () => sign(credential)));
    expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await waiting()).toBe(before + 1);
    const row = await app.db.q().selectFrom('approvals').select('asked_with').where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.parse(row.asked_with ?? '')).toMatchObject({ text: askedText('ask', item) });
    const late = (await unlock()).data.approval;
    const unsigned = await approvalOf(desk, late);
    app.clock.advance(hour);
    desk = await enter(app, agent);
    if (unsigned === undefined) throw new Error('Who asked does not see it.');
    const tooLate = { id: late, credential: signature(agent, askedText('ask', unsigned)) };
    expect(await desk.post('/approvals/sign', tooLate)).toMatchObject({ code: 3064 });
  });

  it('is signed with a code of their app by a member who has no passkey and needs none', async () => {
    const codes = await signedInWithApp();
    const { contact } = await person();
    expect(await act('/act/lock', contact, { reason: 'fraud' })).toMatchObject({ code: 200 });
    const asked = await desk.post<{ approval: string }>('/act/unlock', {
      look: await look(contact),
      version: (await card(await look(contact), 'state')).version,
      ...why,
      reason: 'fraud',
    });
    const id = asked.data.approval;
    expect(await desk.post('/approvals/sign', { id, code: '000000' })).toMatchObject({ code: 3027 });
    const code = codes();
    expect(await desk.post('/approvals/sign', { id, code })).toMatchObject({ code: 200 });
    const next = await desk.post<{ approval: string }>('/act/unlock', {
      look: await look(contact),
      version: (await card(await look(contact), 'state')).version,
      ...why,
      reason: 'fraud',
    });
    expect(await desk.post('/approvals/sign', { id: next.data.approval, code }), 'once').toMatchObject({ code: 3027 });
    expect(await approvalOf(lead, id)).toMatchObject({ own: false, isSigned: true });
  });

  /** The agent without a passkey, with an app instead: returns its codes. */
  async function signedInWithApp(): Promise<() => string> {
    await app.db.q().deleteFrom('passkeys').where('account_id', '=', agent.accountId).execute();
    const { totp } = app.wiring.core.evidence;
    const account = { id: agent.accountId };
    const { id, secret } = await totp.begin(account, { name: '', at: app.clock.now(), session: 'set-up' });
    const first = await totp.findNew(account, { id, session: 'set-up', code: totpCode(secret, totpStep(app.clock.now())) });
    if (first === undefined || !(await totp.confirm(first, { untilFinish: false }))) throw new Error('The app was not added.');
    app.clock.advance(minute);
    return () => totpCode(secret, totpStep(app.clock.now()));
  }
});

describe('an approval', () => {
  interface Kept {
    readonly text: string;
    readonly credential: { readonly response: Readonly<Record<'clientDataJSON' | 'authenticatorData' | 'signature', string>> };
  }

  it('is signed by no passkey that one way added in the last seven days', async () => {
    const { contact } = await person();
    expect(await act('/act/lock', contact, { reason: 'fraud' })).toMatchObject({ code: 200 });
    const asked = await act('/act/unlock', contact, { reason: 'fraud' });
    const item = await approvalOf(lead, asked.data.approval);
    if (item === undefined) throw new Error('Nothing waits.');
    const passkey = newAuthenticator({ origin: app.config.desk?.url ?? '' });
    const [own] = await app.db.q().selectFrom('passkeys').selectAll().where('account_id', '=', leader.accountId).limit(1).execute();
    if (own === undefined) throw new Error('A lead has a passkey.');
    const at = app.clock.now() - day;
    const id = newId();
    await app.db
      .q()
      .insertInto('passkeys')
      .values({ ...own, id, credential_id: passkey.id, public_key: passkey.publicKey, created_at: at })
      .execute();
    const way = { account_id: leader.accountId, way: `passkey:${id}`, vouched_by: 'password:1' };
    await app.db
      .q()
      .insertInto('ways_meta')
      .values({ ...way, added_at: at, own_root_at: at + 45 * day })
      .execute();
    expect(await lead.post('/approvals/approve', signedApproval({ passkey }, item))).toMatchObject({ code: 3026 });
    await sql`update passkeys set created_at = ${at - 7 * day} where id = ${id}`.execute(app.db.q());
    await sql`update ways_meta set added_at = ${at - 7 * day} where way = ${way.way}`.execute(app.db.q());
    expect(await lead.post('/approvals/approve', signedApproval({ passkey }, item))).toMatchObject({ code: 200 });
  });

  it('is signed by a passkey of the approver over what was shown, and the signature stays', async () => {
    const { contact } = await person();
    const fraud = { reason: 'fraud' };
    expect(await act('/act/lock', contact, fraud)).toMatchObject({ code: 200 });
    const asked = await act('/act/unlock', contact, fraud);
    const other = await act('/act/unlock', contact, fraud);
    const [item, another] = [await approvalOf(lead, asked.data.approval), await approvalOf(lead, other.data.approval)];
    if (item === undefined || another === undefined) throw new Error('Nothing waits.');
    const stranger = await newMember(app, 'lead');
    const site = app.config.desk?.url ?? '';
    const wrong = [
      signedApproval(leader, { ...item, reason: 'asked' }),
      { ...signedApproval(leader, another), id: item.id, digest: item.digest },
      signedApproval(leader, item, { origin: `${site}.example.com` }),
      signedApproval(leader, item, { type: 'webauthn.create' }),
      signedApproval(leader, item, { flags: 1 }),
      signedApproval(leader, item, { rpId: 'example.org' }),
      signedApproval(stranger, item),
    ];
    for (const body of wrong) expect(await lead.post('/approvals/approve', body)).toMatchObject({ code: 3026 });
    const { credential } = signedApproval({ passkey: newAuthenticator() }, item);
    expect(await lead.post('/approvals/approve', { id: item.id, digest: item.digest, credential })).toMatchObject({ code: 3025 });
    expect(await lead.post('/approvals/approve', { id: item.id, digest: item.digest })).toMatchObject({ code: 400 });
    // Of a proof that is old: the passkey is the proof.
    app.clock.advance(11 * minute);
    expect(await lead.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 200 });
    expect(await lead.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 3064 });
    const { assertion } = await app.db.q().selectFrom('approvals').select('assertion').where('id', '=', item.id).executeTakeFirstOrThrow();
    // Anybody with the public key can check it.
    const kept: Kept = JSON.parse(assertion ?? '');
    const part = (name: keyof Kept['credential']['response']) => Buffer.from(kept.credential.response[name], 'base64url');
    const said = part('clientDataJSON');
    expect(JSON.parse(String(said))).toMatchObject({ challenge: hash('sha256', kept.text, 'base64url'), origin: site });
    const cose = Buffer.from(leader.passkey.publicKey, 'base64url');
    const [x, y] = [cose.subarray(10, 42).toString('base64url'), cose.subarray(45, 77).toString('base64url')] as const;
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    const signed = Buffer.concat([part('authenticatorData'), hash('sha256', said, 'buffer')]);
    expect(verify('sha256', signed, key, part('signature'))).toBe(true);
    expect(kept.text).toContain(item.account);
  });
});
