import type { Wiring } from '#server/app/wire.ts';
import type { OldAccount } from './legacy.ts';
import type { TestApp } from './test-app.ts';
import type { TestBrowser } from './test-browser.ts';

/** An account as the model remembers it: what it must have, and nothing else. */
export interface ModelAccount {
  readonly id: string;
  phone: string | null;
  email: string | null;
  /** Null when it was taken away and not set again. */
  password: string | null;
  /** Null for the password of the registration or of the upgrade. */
  passwordChangedAt: number | null;
  /** Until when its deletion can be withdrawn; null while none is asked for. */
  dueAt: number | null;
  /** What was mailed before then to keep the account is worth nothing. */
  accessEndedAt: number;
  /** Open merges into it, the last one at the end. */
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
  /** The account that it has gone to. */
  accountId: string | null;
}

/** A name that is kept for an account that may get it back. */
export interface ModelReservation {
  readonly value: string;
  readonly accountId: string;
  until: number;
}

/** Everything that has happened, as it should be. */
export interface LifeModel {
  readonly accounts: ModelAccount[];
  readonly legacy: ModelLegacy[];
  /** Ids of accounts that were erased. */
  readonly gone: string[];
  /** Contacts that nobody has any more. */
  readonly free: string[];
  readonly reserved: ModelReservation[];
  /** Tokens that must never do anything again. */
  readonly spent: { readonly kind: 'undo' | 'withdraw'; readonly token: string }[];
}

/** The server that the lives are led on: two instances on one database. */
export interface LifeSystem {
  readonly app: TestApp;
  readonly twin: Wiring;
  /** Looks at the invariants. */
  readonly browser: TestBrowser;
  /** Accounts of the lives before. */
  before: number;
}

/** The contact by which a person signs in and is written to. */
export function contactOf({ phone, email }: Pick<ModelAccount, 'phone' | 'email'>): string {
  const contact = phone ?? email;
  if (contact === null) throw new Error('an account has no contact');
  return contact;
}

/** The account that has a phone or an email now. */
export function holderOf({ accounts }: LifeModel, value: string): ModelAccount | undefined {
  return accounts.find(({ phone, email }) => phone === value || email === value);
}

/** Whether an account of the old kind waits that has this phone or email. */
export function isAwaited({ legacy }: LifeModel, value: string): boolean {
  return legacy.some(({ old, state }) => state === 'waiting' && (old.phone === value || old.email === value));
}

/** Whether nobody can take a phone or email, because an account has it or may get it back. */
export function isWithheld(model: LifeModel, value: string): boolean {
  return holderOf(model, value) !== undefined || model.reserved.some((kept) => kept.value === value);
}
