import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { limits } from '#contract/limits.ts';
import { day } from '#server/platform/clock.ts';
import { bind, importOld, prepareMerge, proveContact, undoTokenOf } from '#server/testing/people/legacy.ts';
import { contactOf, endUndos, isWithheld, type ModelAccount, type ModelLegacy } from './life-model.ts';
import { expectCode, pickOf, type LifeStep } from './life-step.ts';
import { goodPassword } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';

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
      // The email waits for its own code.
      const [hasPhone, hasEmail] = kinds.map((kind) => !isWithheld(model, one.old[kind]));
      const upgraded = bind(browser, { ...body, password: goodPassword });
      if (!hasPhone) return expectCode(upgraded, hasEmail ? 1022 : 1005);
      await expectCode(upgraded, 200);
      const account: ModelAccount = {
        id: await accountIdOf(app, one.old.phone),
        phone: one.old.phone,
        email: null,
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
      // Past its date the account is nobody's.
      if (account.dueAt !== null) return expectCode(merging, app.clock.now() < account.dueAt ? 3002 : 1022);
      await expectCode(merging, 200);
      endUndos(model, account);
      account.merges.push({ old: one, token: await undoTokenOf(app, contact), at: app.clock.now() });
      // A code to the email replaces no phone, and nothing here proves the email of the legacy account.
      const isWanted = account.phone === null || (side === 'legacy' && proof === account.phone);
      if (isWanted && !isWithheld(model, one.old.phone)) account.phone = one.old.phone;
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
      const merge = pickOf(account.merges, 0);
      const isInTime = merge.at + undoMs > app.clock.now();
      await expectCode(app.newBrowser().post('/register/undobinddeepin', { token: merge.token }), isInTime ? 200 : 1022);
      endUndos(model, account);
      if (isInTime) Object.assign(merge.old, { state: 'waiting', accountId: null });
    },
  },
];

function isWaiting({ state }: ModelLegacy): boolean {
  return state === 'waiting';
}
