import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { limits } from '#contract/limits.ts';
import { day } from '#server/platform/clock.ts';
import { bind, importOld, prepareMerge, proveContact, undoTokenOf } from '#server/testing/people/legacy.ts';
import { contactOf, holderOf, isWithheld, type LifeModel, type ModelAccount, type ModelLegacy } from './life-model.ts';
import { expectCode, pickOf, resetPassword, type LifeStep } from './life-step.ts';
import { goodPassword } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

const undoMs = limits.mergeUndoDays * day;
const kinds = ['phone', 'email'] as const;

/** Steps of a legacy account. */
export const legacySteps: readonly LifeStep[] = [
  {
    name: 'import',
    check: ({ legacy }) => legacy.filter(isWaiting).length < 4,
    async run({ accounts, legacy }, { app }, pick) {
      // Occasionally one of a person who already has an account.
      const known = accounts.map(({ phone }) => phone).find((phone) => phone !== null && !legacy.some(({ old }) => old.phone === phone));
      const shared = pick % 3 === 0 && known != null ? { phone: known } : {};
      legacy.push({ old: await importOld(app, { nickname: null, ...shared }), state: 'waiting', accountId: null });
    },
  },
  {
    name: 'upgrade',
    check: ({ accounts, legacy }) => accounts.length < 4 && legacy.some(isWaiting),
    async run(model, { app }, pick) {
      const one = pickOf(model.legacy.filter(isWaiting), pick);
      const browser = app.newBrowser();
      const { ticket, legacy: found } = await proveContact(app, browser, one.old.phone);
      const body = { step: 'upgrade', legacyId: found[0]?.legacyId, tickets: [ticket], agreements: currentAgreements };
      const [phone, email] = kinds.map((kind) => (isWithheld(model, one.old[kind]) ? null : one.old[kind]));
      const upgraded = bind(browser, { ...body, password: goodPassword });
      if (phone == null && email == null) return expectCode(upgraded, 1005);
      await expectCode(upgraded, 200);
      const account: ModelAccount = {
        id: await accountIdOf(app, phone ?? email ?? ''),
        phone: phone ?? null,
        email: email ?? null,
        password: goodPassword,
        passwordChangedAt: null,
        dueAt: null,
        accessEndedAt: 0,
        merges: [],
      };
      model.accounts.push(account);
      Object.assign(one, { state: 'upgraded', accountId: account.id });
    },
  },
  {
    name: 'merge',
    check: ({ accounts, legacy }) => accounts.length > 0 && legacy.some(isWaiting),
    async run(model, { app }, pick) {
      const { legacy, accounts } = model;
      const one = pickOf(legacy.filter(isWaiting), pick);
      const account = pickOf(accounts, pick);
      const side = pick % 2 === 0 ? 'legacy' : 'target';
      const browser = app.newBrowser();
      const contact = contactOf(account);
      const proof = pick % 3 === 0 ? (account.email ?? contact) : contact;
      const sides = await prepareMerge(app, browser, { old: one.old, target: proof });
      const choices = { username: 'target', realName: 'target', company: 'target', birthday: 'target', gender: 'target' } as const;
      const merging = bind(browser, { step: 'merge', ...sides, choices: { ...choices, phone: side, email: side } });
      if (account.dueAt !== null) return expectCode(merging, 3002);
      await expectCode(merging, 200);
      const { phone, email, passwordChangedAt } = account;
      const before = { phone, email, passwordChangedAt };
      account.merges.push({ old: one, token: await undoTokenOf(app, contact), at: app.clock.now(), before });
      for (const kind of kinds) {
        // A code to the email replaces no phone.
        const isWanted = side === 'legacy' && (kind === 'email' || proof === phone);
        moveContact(model, account, { kind, value: one.old[kind], isWanted, at: app.clock.now() });
      }
      account.accessEndedAt = app.clock.now();
      Object.assign(one, { state: 'merged', accountId: account.id });
    },
  },
  {
    name: 'take a merge back',
    check: ({ accounts }) => accounts.some(({ merges }) => merges.length > 0),
    async run(model, { app }, pick) {
      const account = pickOf(
        model.accounts.filter(({ merges }) => merges.length > 0),
        pick,
      );
      const index = pick % account.merges.length;
      const merge = pickOf(account.merges, index);
      const isInTime = merge.at + undoMs > app.clock.now();
      const answer = app.newBrowser().post('/register/undobinddeepin', { token: merge.token });
      const taken = isInTime ? takenContact(model, account, index) : undefined;
      if (taken !== undefined) return expectCode(answer, taken === 'phone' ? 1005 : 1002);
      await expectCode(answer, isInTime ? 200 : 1022);
      const ended = account.merges.splice(index, isInTime ? Infinity : 1);
      for (const { token } of ended) model.spent.push({ kind: 'undo', token });
      if (isInTime) await settleUndo(model, app, { account, ended });
    },
  },
];

function isWaiting({ state }: ModelLegacy): boolean {
  return state === 'waiting';
}

/**
 * The effect of a merge on a contact: none if both sides have the same or another account has it; otherwise it moves,
 * or the choice decides.
 */
function moveContact(
  model: LifeModel,
  account: ModelAccount,
  {
    kind,
    value,
    isWanted,
    at,
  }: { readonly kind: 'phone' | 'email'; readonly value: string; readonly isWanted: boolean; readonly at: number },
): void {
  const own = account[kind];
  if (own === value || isWithheld(model, value)) return;
  if (own !== null && !isWanted) return;
  if (own !== null) model.reserved.push({ value: own, accountId: account.id, until: at + undoMs });
  account[kind] = value;
}

async function settleUndo(
  model: LifeModel,
  app: TestApp,
  { account, ended }: { readonly account: ModelAccount; readonly ended: ModelAccount['merges'] },
): Promise<void> {
  for (const { old, before } of ended.toReversed()) {
    Object.assign(old, { state: 'waiting', accountId: null });
    restoreContacts(model, account, before);
  }
  account.accessEndedAt = app.clock.now();
  const [first] = ended;
  if (!first || account.passwordChangedAt === first.before.passwordChangedAt) return;
  // The password changed since, so it is removed: the owner sets another, unless the account is being deleted.
  account.password = null;
  account.passwordChangedAt = app.clock.now();
  if (account.dueAt === null) await resetPassword(app, account);
}

/** The contact that another account has, if the undo would leave this one without any. */
function takenContact(model: LifeModel, account: ModelAccount, index: number): 'phone' | 'email' | undefined {
  const copy: ModelAccount = { ...account };
  const trial: LifeModel = {
    ...model,
    accounts: model.accounts.map((each) => (each === account ? copy : each)),
    reserved: [...model.reserved],
  };
  const ended = account.merges.slice(index);
  for (const { before } of ended.toReversed()) restoreContacts(trial, copy, before);
  if (copy.phone !== null || copy.email !== null) return undefined;
  return ended[0]?.before.phone == null ? 'email' : 'phone';
}

/** Contacts that another account has meanwhile stay there. */
function restoreContacts(model: LifeModel, account: ModelAccount, before: Pick<ModelAccount, 'phone' | 'email'>): void {
  for (const kind of kinds) {
    const was = before[kind];
    const kept = model.reserved.findIndex(({ value, accountId }) => value === was && accountId === account.id);
    if (kept >= 0) model.reserved.splice(kept, 1);
    const holder = was === null ? undefined : holderOf(model, was);
    if (holder === undefined || holder === account) account[kind] = was;
  }
}
