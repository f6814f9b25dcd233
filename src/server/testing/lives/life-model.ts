import type { Wiring } from '#server/app/wire.ts';
import type { OldAccount } from '#server/testing/people/legacy.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

/** An account in the model, with the expected values only. */
export interface ModelAccount {
  readonly id: string;
  phone: string | null;
  email: string | null;
  /** Null after it was removed and not set again. */
  password: string | null;
  /** Null for the password of the registration or of the upgrade. */
  passwordChangedAt: number | null;
  /** The deadline for withdrawing its deletion; null without a request. */
  dueAt: number | null;
  /** Mailed links from before this moment no longer keep the account. */
  accessEndedAt: number;
  /** Merges into it whose links still work: one at most. */
  merges: ModelMerge[];
}

export interface ModelMerge {
  readonly old: ModelLegacy;
  readonly token: string;
  readonly at: number;
}

export interface ModelLegacy {
  readonly old: OldAccount;
  state: 'waiting' | 'upgraded' | 'merged';
  /** The account into which it was merged. */
  accountId: string | null;
}

/** The expected state after all events. */
export interface LifeModel {
  readonly accounts: ModelAccount[];
  readonly legacy: ModelLegacy[];
  /** Ids of erased accounts. */
  readonly gone: string[];
  /** Contacts that have become free. */
  readonly free: string[];
  /** Tokens that must stay without effect. */
  readonly spent: { readonly kind: 'undo' | 'withdraw'; readonly token: string }[];
}

/** The system under test: two instances on one database. */
export interface LifeSystem {
  readonly app: TestApp;
  readonly twin: Wiring;
  /** Checks the invariants. */
  readonly browser: TestBrowser;
  /** Number of accounts from earlier lives. */
  before: number;
}

/** The contact for signing in and for messages. */
export function contactOf({ phone, email }: Pick<ModelAccount, 'phone' | 'email'>): string {
  const contact = phone ?? email;
  if (contact === null) throw new Error('an account has no contact');
  return contact;
}

/** The current holder of a phone or an email. */
export function holderOf({ accounts }: LifeModel, value: string): ModelAccount | undefined {
  return accounts.find(({ phone, email }) => phone === value || email === value);
}

/** Whether a waiting legacy account has this phone or email. */
export function isAwaited({ legacy }: LifeModel, value: string): boolean {
  return legacy.some(({ old, state }) => state === 'waiting' && (old.phone === value || old.email === value));
}

/** Whether an account has this phone or email. */
export function isWithheld(model: LifeModel, value: string): boolean {
  return holderOf(model, value) !== undefined;
}

/** New credentials end the links that undo merges. */
export function endUndos({ spent }: LifeModel, account: ModelAccount): void {
  spent.push(...account.merges.splice(0).map(({ token }) => ({ kind: 'undo', token }) as const));
}
