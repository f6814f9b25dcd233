import type { Account } from '#server/core/accounts/account.ts';
import { identifier, type Identifier } from '#server/core/accounts/identifier.ts';

/** The phone and the email that an account had at a moment, as an undo link carries them: sealed in the database. */
export interface AddressSnapshot {
  /** When the change came that the link takes back. */
  readonly at: number;
  readonly phone: Identifier | undefined;
  readonly email: Identifier | undefined;
}

export function writeSnapshot({ phone, emailShown }: Pick<Account, 'phone' | 'emailShown'>, at: number): string {
  return JSON.stringify({ at, phone, email: emailShown });
}

export function readSnapshot(payload: string): AddressSnapshot {
  const { at, phone, email }: { at: number; phone: string | null; email: string | null } = JSON.parse(payload);
  return { at, phone: identifier('phone', phone ?? ''), email: identifier('email', email ?? '') };
}
