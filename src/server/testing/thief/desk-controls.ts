import { answerAskedAct } from '#server/capabilities/operations/desk/acts/answer-approval.ts';
import { hour } from '#server/platform/clock.ts';
import {
  approvalOf,
  enter,
  newMember,
  signedApproval,
  signedAsking,
  type DeskBrowser,
  type DeskMember,
} from '#server/testing/people/desk.ts';
import { signUpLongAgo } from '#server/testing/people/owner.ts';
import { goodPassword, signUp } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { actingLink, protectedOwner, type Owner, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { fresh, must } from '#server/testing/stage.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { Told } from './frozen-controls.ts';
import type { GuardName } from './guards-off.ts';

type DeskGuard = Extract<GuardName, `desk-${string}`>;

const why = { reason: 'asked', caseRef: 'CS-4711' };

/** A member at the desk. */
interface AtDesk extends DeskMember {
  readonly desk: DeskBrowser;
}

async function newLead(app: TestApp): Promise<AtDesk> {
  const member = await newMember(app, 'lead');
  return { ...member, desk: await enter(app, member) };
}

async function order({ desk }: AtDesk, contact: string) {
  const { data } = await desk.post<{ look: string }>('/person/find', { text: contact, ...why });
  const { look } = data;
  const card = await desk.post<{ version: number }>('/person/card', { look, card: 'state' });
  return { look, version: card.data.version, ...why };
}

/** Somebody with only the password, and the number that the page gives them. */
async function withTooLittle(app: TestApp, owner: Owner, browser: TestBrowser = app.newBrowser()) {
  const begun = await browser.post<{ ticket: string }>('/login/password', { account: owner.phone, password: goodPassword });
  must(begun, 3011);
  const { data } = await browser.post<{ number: string }>('/recovery/desk', { ticket: begun.data.ticket });
  return { browser, number: data.number };
}

async function askClaim(lead: AtDesk, owner: Owner, number: string) {
  const asked = await lead.desk.post<{ approval: string }>('/act/claim', { ...(await order(lead, owner.phone)), number });
  return signedAsking(lead.desk, lead, asked);
}

/** Approves what the lead sees of an asked act, or with it another one that `instead` names. */
async function approve(lead: AtDesk, approval: string, instead = approval): Promise<TestAnswer> {
  const item = await approvalOf(lead.desk, approval);
  if (item === undefined) throw new Error('Nothing waits.');
  return lead.desk.post('/approvals/approve', { ...signedApproval(lead, item), id: instead });
}

/** Whether the browser gets in by what waits for it, or for another one. */
async function getsIn(browser: TestBrowser, ticket?: string): Promise<boolean> {
  const { data } = await browser.post<{ id: string } | null>('/claim/status', {});
  const id = ticket ?? data?.id;
  if (id === undefined) return false;
  const { data: state } = await browser.post<Partial<RecoveryAnswer>>('/recovery/prove', { ticket: id });
  const keep = state.ways?.map((way) => way.id) ?? [];
  return (await browser.post('/recovery/finish', { ticket: id, newPassword: fresh, keep })).code === 200;
}

async function afterTheWait(app: TestApp, browser: TestBrowser): Promise<void> {
  app.clock.advance(72 * hour + 1);
  if (await getsIn(browser)) throw new BrokenPromise('F: a thief gets in by one lead');
}

/** A thief of the password, and a lead who asks for them; another lead has nothing to do with it. */
async function thiefAndLead(app: TestApp) {
  const [rogue, honest] = [await newLead(app), await newLead(app)];
  const owner = await protectedOwner(app);
  const thief = await withTooLittle(app, owner);
  return { rogue, honest, owner, thief, asked: await askClaim(rogue, owner, thief.number) };
}

/** A claim that two leads have opened. */
async function openedByTwo(app: TestApp, browser?: TestBrowser) {
  const [first, second] = [await newLead(app), await newLead(app)];
  const owner = await protectedOwner(app);
  const person = await withTooLittle(app, owner, browser);
  const { data } = await askClaim(first, owner, person.number);
  must(await approve(second, data.approval));
  return { owner, browser: person.browser };
}

/** Claim F: one lead takes over no account, and two get what its owner can stop. */
export const deskControls: Readonly<Record<DeskGuard, Told>> = {
  async 'desk-second'(app) {
    const { thief } = await thiefAndLead(app);
    await afterTheWait(app, thief.browser);
  },

  async 'desk-self'(app) {
    const { rogue, asked, thief } = await thiefAndLead(app);
    await approve(rogue, asked.data.approval);
    await afterTheWait(app, thief.browser);
  },

  /** An honest lead is shown something harmless, and approves that. */
  async 'desk-digest'(app) {
    const { rogue, honest, asked, thief } = await thiefAndLead(app);
    const other = await protectedOwner(app);
    const harmless = await askClaim(rogue, other, (await withTooLittle(app, other)).number);
    await approve(honest, harmless.data.approval, asked.data.approval);
    await afterTheWait(app, thief.browser);
  },

  /** A member on hold approves from a shell. */
  async 'desk-hold'(app) {
    const { honest, asked, thief } = await thiefAndLead(app);
    const { digest = '' } = (await approvalOf(honest.desk, asked.data.approval)) ?? {};
    const { core } = app.wiring;
    const { config } = app;
    const { db, clock, keyring } = core.store;
    const { holdStaff } = await import('#server/capabilities/operations/desk/staff/staff.ts');
    const acting = { door: 'shell' as const, db, clock, keyring, audit: core.journal.audit };
    await holdStaff(acting, { name: honest.name, operator: (await newLead(app)).name, reason: 'left' });
    const operation = { ...core, accessHold: config.accessHold };
    const review = { db, clock, keyring, own: core.apps.own, accounts: core.identity.accounts, journal: core.journal };
    const answer = { id: asked.data.approval, digest, operator: honest.name, answer: 'approve', reason: 'seen' } as const;
    await answerAskedAct({ ...acting, operation, review }, answer).catch(() => undefined);
    await afterTheWait(app, thief.browser);
  },

  /** The address of a notice is the thief's by now. */
  async 'desk-resend-same'(app) {
    const owner = await signUpLongAgo(app);
    const rogue = await newLead(app);
    must(await rogue.desk.post('/act/end-sessions', await order(rogue, owner.phone)));
    await app.outbox(owner.email);
    const messages = await rogue.desk.post<{ lines: readonly { id: string; kind: string; until: number | null }[] }>('/person/card', {
      look: (await order(rogue, owner.phone)).look,
      card: 'messages',
    });
    const message = messages.data.lines.find(({ kind, until }) => kind === 'email' && until !== null)?.id ?? '';
    await app.db.q().deleteFrom('identifiers').where('account_id', '=', owner.id).where('kind', '=', 'email').execute();
    await addEmail(app, await accountIdOf(app, (await signUp(app)).contact), owner.email);
    const before = (await app.outbox(owner.email)).length;
    await rogue.desk.post('/act/resend', { ...(await order(rogue, owner.phone)), message });
    if ((await app.outbox(owner.email)).length > before) throw new BrokenPromise('K-14: a message goes to a thief');
  },

  async 'desk-claim-wait'(app) {
    const { browser } = await openedByTwo(app);
    app.clock.advance(1);
    if (await getsIn(browser)) throw new BrokenPromise('F″: a request of the desk gets in at once');
  },

  async 'desk-claim-told'(app) {
    const { owner } = await openedByTwo(app);
    const token = await actingLink(app, owner.email, 'notice').catch(() => undefined);
    if (token === undefined) throw new BrokenPromise('F″: the owner hears nothing');
    must(await app.newBrowser().post('/notice/answer', { token, answer: 'stop' }));
  },

  /** The owner waits; a thief has the id of the request from somebody who reads the database. */
  async 'desk-claim-browser'(app) {
    const { owner } = await openedByTwo(app);
    const { id } = await app.db.q().selectFrom('account_claims').select('id').where('account_id', '=', owner.id).executeTakeFirstOrThrow();
    app.clock.advance(72 * hour + 1);
    if (await getsIn(app.newBrowser(), id)) throw new BrokenPromise('F: a request gets in elsewhere');
  },
};
