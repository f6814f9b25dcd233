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
  /** Open merges into it, in order, the latest last. */
  merges: ModelMerge[];
}

export interface ModelMerge {
  readonly old: ModelLegacy;
  readonly token: string;
  readonly at: number;
  readonly before: Pick<ModelAccount, 'phone' | 'email' | 'passwordChangedAt'>;
}

export interface ModelLegacy {
  readonly old: OldAccount;
  state: 'waiting' | 'upgraded' | 'merged';
  /** The account into which it was merged. */
  accountId: string | null;
}

/** A name reserved for an account that may get it back. */
export interface ModelReservation {
  readonly value: string;
  readonly accountId: string;
  until: number;
}

/** The expected state after all events. */
export interface LifeModel {
  readonly accounts: ModelAccount[];
  readonly legacy: ModelLegacy[];
  /** Ids of erased accounts. */
  readonly gone: string[];
  /** Contacts that have become free. */
  readonly free: string[];
  readonly reserved: ModelReservation[];
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

/** Whether a phone or email is unavailable, because an account has it or may get it back. */
export function isWithheld(model: LifeModel, value: string): boolean {
  return holderOf(model, value) !== undefined || model.reserved.some((kept) => kept.value === value);
}
