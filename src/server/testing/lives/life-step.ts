import { contactOf, type LifeModel, type LifeSystem, type ModelAccount } from './life-model.ts';
import { goodPassword } from '#server/testing/people/people.ts';
import { askReset } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** One step of an account's life, over HTTP. `run` changes the model like the product; the invariants compare both. */
export interface LifeStep {
  readonly name: string;
  readonly check: (model: LifeModel) => boolean;
  readonly run: (model: LifeModel, system: LifeSystem, pick: number) => Promise<void>;
}

/** @throws {Error} for any other answer */
export async function expectCode(asked: Promise<TestAnswer>, code: number): Promise<void> {
  const answer = await asked;
  if (answer.code !== code) throw new Error(`${code} was due: ${answer.text}`);
}

export function pickOf<Item>(items: readonly Item[], pick: number): Item {
  const item = items[pick % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Whether the owner can sign in to the account with a password. */
export function isUsable(account: ModelAccount): account is ModelAccount & { password: string } {
  return account.dueAt === null && account.password !== null;
}

/** A browser signed in to an account. */
export async function signIn(app: TestApp, account: ModelAccount): Promise<TestBrowser> {
  const browser = app.newBrowser();
  await expectCode(browser.post('/login/password', { account: contactOf(account), password: account.password }), 200);
  return browser;
}

const passwords = [goodPassword, 'Harbour9-violet', 'violet-Harbour8'] as const;

/** Recovers an account with a code, and sets a different password. */
export async function resetPassword(app: TestApp, account: ModelAccount): Promise<void> {
  const contact = contactOf(account);
  const browser = app.newBrowser();
  const { code } = await askReset(app, browser, contact);
  const newPassword = passwords.find((password) => password !== account.password && password !== goodPassword) ?? goodPassword;
  const kind = contact.includes('@') ? 'email' : 'phone';
  await expectCode(browser.post(`/password/reset/reset_password/${kind}`, { [kind]: contact, code, newPassword }), 200);
  account.password = newPassword;
  account.passwordChangedAt = app.clock.now();
}
