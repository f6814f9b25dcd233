import { removeStaleRows } from '#server/core/stale-rows.ts';
import { day, hour } from '#server/platform/clock.ts';
import { limits } from '#contract/limits.ts';
import { askDeletion, mailedWithdrawal, verifyDeletion, withdrawWith } from '#server/testing/people/deletion.ts';
import { contactOf, endUndos, isAwaited, isWithheld, type LifeModel, type ModelAccount } from './life-model.ts';
import { expectCode, isUsable, pickOf, resetPassword, signIn, type LifeStep } from './life-step.ts';
import { freshEmail, freshPhone, goodPassword, signInCode, signUp } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** Steps of an ordinary account: its contacts, its password, its deletion. */
export const accountSteps: readonly LifeStep[] = [
  {
    name: 'register',
    check: ({ accounts }) => accounts.length < 4,
    async run(model, { app }, pick) {
      const free = model.free.filter((value) => !isWithheld(model, value) && !isAwaited(model, value));
      const contact = pick % 2 === 0 && free.length > 0 ? pickOf(free, pick) : freshPhone();
      const isEmail = contact.includes('@');
      await signUp(app, isEmail ? { email: contact } : { phone: contact });
      model.accounts.push({
        id: await accountIdOf(app, contact),
        phone: isEmail ? null : contact,
        email: isEmail ? contact : null,
        password: goodPassword,
        passwordChangedAt: null,
        dueAt: null,
        accessEndedAt: 0,
        merges: [],
      });
    },
  },
  {
    name: 'bind a contact',
    check: ({ accounts }) => accounts.some((account) => isUsable(account) && lacking(account) !== undefined),
    async run({ accounts }, { app }, pick) {
      const account = pickOf(
        accounts.filter((each) => isUsable(each) && lacking(each) !== undefined),
        pick,
      );
      const kind = lacking(account) ?? 'email';
      const contact = kind === 'phone' ? freshPhone() : freshEmail();
      const browser = await signIn(app, account);
      await expectCode(browser.post('/account/auth', { method: 'password', password: account.password }), 200);
      const code = await accountCode(app, browser, { contact, scene: 'bind' });
      await expectCode(browser.post(`/update/${kind}`, { [kind]: contact, code }), 200);
      account[kind] = contact;
    },
  },
  {
    name: 'unbind a contact',
    check: ({ accounts }) => accounts.some((account) => isUsable(account) && lacking(account) === undefined),
    async run(model, { app }, pick) {
      const { accounts, free } = model;
      const account = pickOf(
        accounts.filter((each) => isUsable(each) && lacking(each) === undefined),
        pick,
      );
      const [kind, other] = pick % 2 === 0 ? (['email', 'phone'] as const) : (['phone', 'email'] as const);
      const browser = await signIn(app, account);
      await expectCode(browser.post('/account/auth', { method: 'password', password: account.password }), 200);
      await expectCode(browser.post(`/update/${kind}`, { [kind]: '' }), 200);
      free.push(account[kind] ?? '');
      account[kind] = null;
      endUndos(model, account);
      // The last way in stays, with any proof.
      const again = await signIn(app, account);
      await expectCode(again.post('/account/auth', { method: 'password', password: account.password }), 200);
      await expectCode(again.post(`/update/${other}`, { [other]: '' }), 3006);
    },
  },
  {
    name: 'reset the password',
    check: ({ accounts }) => accounts.some(({ dueAt }) => dueAt === null),
    async run(model, { app }, pick) {
      const account = pickOf(
        model.accounts.filter(({ dueAt }) => dueAt === null),
        pick,
      );
      const before = account.password === null ? undefined : await signIn(app, account);
      await resetPassword(app, account);
      endUndos(model, account);
      if (before) await expectCode(before.get('/account/metainfo'), 401);
    },
  },
  {
    name: 'request the deletion',
    check: ({ accounts }) => accounts.some(isUsable),
    async run(model, { app }, pick) {
      const account = pickOf(model.accounts.filter(isUsable), pick);
      const { clock } = app;
      const browser = await signIn(app, account);
      const { passwordChangedAt, password } = account;
      if (passwordChangedAt !== null && passwordChangedAt + limits.deletionPasswordAgeDays * day > clock.now()) {
        return expectCode(verifyDeletion(browser, password), 3003);
      }
      await expectCode(askDeletion(browser, { password }), 200);
      await expectCode(browser.get('/account/metainfo'), 401);
      account.dueAt = clock.now() + limits.deletionDays * day;
      account.accessEndedAt = clock.now();
      endUndos(model, account);
      // Sends pending mail before the clock moves to where messages expire.
      await app.outbox(contactOf(account));
    },
  },
  {
    name: 'withdraw by sign-in',
    check: hasDeletion,
    async run(model, { app }, pick) {
      const account = pickOf(model.accounts.filter(isDoomed), pick);
      moveToDeadline(app, account, pick);
      const contact = contactOf(account);
      const browser = app.newBrowser();
      const code = await signInCode(app, browser, contact);
      const answer = await browser.post<{ withdrawTicket: string }>('/login/code', { account: contact, code });
      // Past its date the account is nobody's: the contact is that of a legacy account, or of no account.
      const [unknown, legacy] = contact.includes('@') ? [1004, 1021] : [1007, 1020];
      const absent = isAwaited(model, contact) ? legacy : unknown;
      await expectCode(Promise.resolve(answer), isInTime(app, account) ? 3002 : absent);
      if (!isInTime(app, account)) return;
      await expectCode(withdrawWith(browser, answer.data.withdrawTicket), 200);
      settleWithdrawal(app, account);
      model.spent.push({ kind: 'withdraw', token: answer.data.withdrawTicket });
    },
  },
  {
    name: 'withdraw by the mailed link',
    check: hasDeletion,
    async run(model, { app }, pick) {
      const account = pickOf(model.accounts.filter(isDoomed), pick);
      moveToDeadline(app, account, pick);
      const mailed = account.email === null ? undefined : await mailedWithdrawal(app, account.email);
      if (!mailed) return;
      const isGood = isInTime(app, account) && mailed.at >= account.accessEndedAt;
      await expectCode(withdrawWith(app.newBrowser(), mailed.ticket), isGood ? 200 : 1022);
      if (isGood) settleWithdrawal(app, account);
      model.spent.push({ kind: 'withdraw', token: mailed.ticket });
    },
  },
  {
    name: 'a purge by one of two workers, or by both at once',
    check: () => true,
    async run(model, { app, twin }, pick) {
      const workers = [[app.wiring], [twin], [app.wiring, twin]][pick % 3] ?? [];
      await Promise.all(workers.map(({ jobs }) => jobs.deletions.run()));
      const purged = model.accounts.filter((account) => isDoomed(account) && !isInTime(app, account));
      for (const account of purged) settlePurge(model, account);
      // Waits for sent reminders before the clock moves on.
      await app.outbox('');
    },
  },
  {
    name: 'the hourly removal of what has had its time',
    check: () => true,
    async run(_model, { app }) {
      await removeStaleRows(app.db, app.clock.now());
    },
  },
  {
    name: 'time passes',
    check: () => true,
    async run(_model, { app }, pick) {
      app.clock.advance(pickOf([hour, 5 * hour, day, 3 * day, 7 * day, 15 * day], pick));
    },
  },
  {
    name: 'try a ticket that is spent',
    check: ({ spent }) => spent.length > 0,
    async run({ spent }, { app }, pick) {
      const { kind, token } = pickOf(spent, pick);
      const browser = app.newBrowser();
      await expectCode(kind === 'undo' ? browser.post('/register/undobinddeepin', { token }) : withdrawWith(browser, token), 1022);
    },
  },
];

function lacking({ phone, email }: ModelAccount): 'phone' | 'email' | undefined {
  if (phone === null) return 'phone';
  return email === null ? 'email' : undefined;
}

function hasDeletion({ accounts }: LifeModel): boolean {
  return accounts.some(isDoomed);
}

function isDoomed(account: ModelAccount): account is ModelAccount & { dueAt: number } {
  return account.dueAt !== null;
}

function isInTime({ clock }: TestApp, { dueAt }: ModelAccount): boolean {
  return dueAt !== null && clock.now() < dueAt;
}

/** Now, at the last millisecond, or at the deadline. */
function moveToDeadline({ clock }: TestApp, { dueAt }: { readonly dueAt: number }, pick: number): void {
  const at = [clock.now(), dueAt - 1, dueAt][pick % 3] ?? dueAt;
  if (at > clock.now()) clock.set(at);
}

function settleWithdrawal({ clock }: TestApp, account: ModelAccount): void {
  account.dueAt = null;
  account.accessEndedAt = clock.now();
}

function settlePurge(model: LifeModel, account: ModelAccount): void {
  const { accounts, gone, free } = model;
  accounts.splice(accounts.indexOf(account), 1);
  gone.push(account.id);
  free.push(...[account.phone, account.email].filter((contact) => contact !== null));
  endUndos(model, account);
}
