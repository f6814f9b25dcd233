import fc from 'fast-check';
import { currentAgreements } from '#server/core/agreements/agreements.ts';
import { day } from '#server/platform/clock.ts';
import { bind, importOld, legacyPassword, prepareMerge, proveContact, undoTokenOf, type OldAccount } from './legacy.ts';
import { freshEmail, goodPassword, signUp } from './people.ts';
import { accountCode, accountIdOf, askReset } from './proving.ts';
import type { TestApp } from './test-app.ts';
import type { TestBrowser } from './test-browser.ts';

/** An account as the model remembers it: what it must have, and nothing else. */
interface ModelAccount {
  readonly id: string;
  phone: string;
  email: string | null;
  password: string;
  /** Open merges into it, the last one at the end. */
  merges: ModelMerge[];
}

interface ModelMerge {
  readonly old: ModelLegacy;
  readonly token: string;
  readonly at: number;
  readonly before: { readonly email: string | null; readonly password: string };
}

interface ModelLegacy {
  readonly old: OldAccount;
  state: 'waiting' | 'upgraded' | 'merged';
}

/** Everything that has happened, as it should be. */
export interface LifeModel {
  readonly accounts: ModelAccount[];
  readonly legacy: ModelLegacy[];
}

export interface LifeSystem {
  readonly app: TestApp;
}

type Step = fc.AsyncCommand<LifeModel, LifeSystem>;

/** One step of an account's life, over HTTP. `run` changes the model as the product must; `life` checks both against each other. */
interface StepPlan {
  readonly name: string;
  readonly check: (model: LifeModel) => boolean;
  readonly run: (model: LifeModel, app: TestApp, pick: number) => Promise<void>;
}

const secondPassword = 'Harbour9-violet';
const undoMs = 7 * day;

/** The table of steps: one that joins is a row here. */
const plans: readonly StepPlan[] = [
  {
    name: 'register',
    check: ({ accounts }) => accounts.length < 4,
    async run({ accounts }, app) {
      const { contact } = await signUp(app);
      const id = await accountIdOf(app, contact);
      accounts.push({ id, phone: contact, email: null, password: goodPassword, merges: [] });
    },
  },
  {
    name: 'import',
    check: ({ legacy }) => legacy.length < 4,
    async run({ legacy }, app) {
      legacy.push({ old: await importOld(app, { nickname: null }), state: 'waiting' });
    },
  },
  {
    name: 'bind an email',
    check: ({ accounts }) => accounts.some(({ email }) => email === null),
    async run({ accounts }, app, pick) {
      const account = pickOf(
        accounts.filter(({ email }) => email === null),
        pick,
      );
      const browser = await signIn(app, account);
      const email = freshEmail();
      await expectCode(browser.post('/account/auth', { method: 'password', password: account.password }), 200);
      const code = await accountCode(app, browser, { contact: email, scene: 'bind' });
      await expectCode(browser.post('/update/email', { email, code }), 200);
      account.email = email;
    },
  },
  {
    name: 'unbind the email',
    check: ({ accounts }) => accounts.some(({ email }) => email !== null),
    async run({ accounts }, app, pick) {
      const account = pickOf(
        accounts.filter(({ email }) => email !== null),
        pick,
      );
      const browser = await signIn(app, account);
      await expectCode(browser.post('/account/auth', { method: 'password', password: account.password }), 200);
      await expectCode(browser.post('/update/email', { email: '' }), 200);
      account.email = null;
    },
  },
  {
    name: 'reset the password',
    check: ({ accounts }) => accounts.length > 0,
    async run({ accounts }, app, pick) {
      const account = pickOf(accounts, pick);
      const before = await signIn(app, account);
      const browser = app.newBrowser();
      const { code } = await askReset(app, browser, account.phone);
      const newPassword = account.password === goodPassword ? secondPassword : goodPassword;
      await expectCode(browser.post('/password/reset/reset_password/phone', { phone: account.phone, code, newPassword }), 200);
      account.password = newPassword;
      await expectCode(before.get('/account/metainfo'), 401);
    },
  },
  {
    name: 'upgrade',
    check: ({ legacy }) => legacy.some(isWaiting),
    async run({ accounts, legacy }, app, pick) {
      const one = pickOf(legacy.filter(isWaiting), pick);
      const browser = app.newBrowser();
      const { ticket, legacy: found } = await proveContact(app, browser, one.old.phone);
      const body = { step: 'upgrade', legacyId: found[0]?.legacyId, tickets: [ticket], agreements: currentAgreements };
      await expectCode(bind(browser, { ...body, password: goodPassword }), 200);
      one.state = 'upgraded';
      const { phone, email } = one.old;
      accounts.push({ id: await accountIdOf(app, phone), phone, email, password: goodPassword, merges: [] });
    },
  },
  {
    name: 'merge',
    check: ({ accounts, legacy }) => accounts.length > 0 && legacy.some(isWaiting),
    async run({ accounts, legacy }, app, pick) {
      const one = pickOf(legacy.filter(isWaiting), pick);
      const account = pickOf(accounts, pick);
      const browser = app.newBrowser();
      const sides = await prepareMerge(app, browser, { old: one.old, target: account.phone });
      const target = 'target';
      const choices = { phone: target, username: target, realName: target, company: target, birthday: target, gender: target } as const;
      // Its email goes over where there is none, or by choice.
      await expectCode(bind(browser, { step: 'merge', ...sides, choices: { ...choices, email: 'legacy' } }), 200);
      const { email, password } = account;
      account.merges.push({ old: one, token: await undoTokenOf(app, account.phone), at: app.clock.now(), before: { email, password } });
      account.email = one.old.email;
      one.state = 'merged';
    },
  },
  {
    name: 'take a merge back',
    check: ({ accounts }) => accounts.some(({ merges }) => merges.length > 0),
    async run({ accounts }, app, pick) {
      const account = pickOf(
        accounts.filter(({ merges }) => merges.length > 0),
        pick,
      );
      const index = pick % account.merges.length;
      const merge = pickOf(account.merges, index);
      const isInTime = merge.at + undoMs > app.clock.now();
      await expectCode(app.newBrowser().post('/register/undobinddeepin', { token: merge.token }), isInTime ? 200 : 1022);
      if (!isInTime) return void account.merges.splice(index, 1);
      for (const { old } of account.merges.splice(index)) old.state = 'waiting';
      account.email = merge.before.email;
      if (account.password === merge.before.password) return;
      // It was changed since, so it is gone: the owner sets another.
      const browser = app.newBrowser();
      const { code } = await askReset(app, browser, account.phone);
      await expectCode(
        browser.post('/password/reset/reset_password/phone', { phone: account.phone, code, newPassword: 'violet-Harbour8' }),
        200,
      );
      account.password = 'violet-Harbour8';
    },
  },
  {
    name: 'a day passes',
    check: () => true,
    async run(_model, app, pick) {
      app.clock.advance((1 + (pick % 3)) * day);
    },
  },
];

/** The steps in any order and number. Each needs a number by which it picks whom it is about. */
export function lifeSteps(maxCommands: number): fc.Arbitrary<Iterable<Step>> {
  return fc.commands(
    plans.map((plan) => fc.nat(11).map((pick) => stepOf(plan, pick))),
    { maxCommands },
  );
}

function stepOf({ name, check, run }: StepPlan, pick: number): Step {
  return {
    check,
    async run(model, { app }) {
      // Codes have their cooldown and their budget; time passes between two steps.
      app.clock.advance(day / 6);
      await run(model, app, pick);
      await checkInvariants(model, app);
    },
    toString: () => `${name} (${pick})`,
  };
}

/** What must hold after every step (one owner, a way in, tombstones dead, the password of now and no other). */
async function checkInvariants({ accounts, legacy }: LifeModel, app: TestApp): Promise<void> {
  for (const { id, phone, email, password } of accounts) {
    const rows = await app.db.q().selectFrom('identifiers').select(['kind', 'value', 'verified_at']).where('account_id', '=', id).execute();
    const valueOf = (kind: string) => rows.find((row) => row.kind === kind)?.value ?? null;
    equal(valueOf('phone'), phone, 'the phone of an account');
    equal(valueOf('email'), email, 'the email of an account');
    equal(rows.filter((row) => row.verified_at !== null).length >= 1, true, 'a proven way in');
    const browser = app.newBrowser();
    await expectCode(browser.post('/login/password', { account: phone, password }), 200);
  }
  for (const { old, state } of legacy) {
    const source = app.wiring.keyring.mac('legacy-source', old.id);
    const row = await app.db.q().selectFrom('legacy_accounts').selectAll().where('source_hash', '=', source).executeTakeFirstOrThrow();
    equal(row.state, state, 'the state of a legacy account');
    equal(row.account_id === null, state === 'waiting', 'a legacy account goes to one account or to none');
    if (state === 'waiting')
      await expectCode(app.newBrowser().post('/login/password', { account: old.username, password: legacyPassword }), 1020);
  }
  const sessions = await app.db
    .q()
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.id')
    .whereRef('sessions.credential_epoch', '>', 'accounts.credential_epoch')
    .execute();
  equal(sessions.length, 0, 'sessions of an epoch that is still to come');
}

async function signIn(app: TestApp, { phone, password }: ModelAccount): Promise<TestBrowser> {
  const browser = app.newBrowser();
  await expectCode(browser.post('/login/password', { account: phone, password }), 200);
  await browser.get('/key');
  return browser;
}

async function expectCode(asked: Promise<{ readonly code: number; readonly text: string }>, code: number): Promise<void> {
  const answer = await asked;
  if (answer.code !== code) throw new Error(`${code} was due: ${answer.text}`);
}

function equal(is: unknown, due: unknown, what: string): void {
  if (is !== due) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(due)}`);
}

function isWaiting({ state }: ModelLegacy): boolean {
  return state === 'waiting';
}

function pickOf<Item>(items: readonly Item[], pick: number): Item {
  const item = items[pick % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
