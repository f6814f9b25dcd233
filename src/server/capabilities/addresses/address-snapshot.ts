import type { Account } from '#server/core/accounts/account.ts';
import { identifier, type Identifier } from '#server/core/accounts/identifier.ts';

/** A phone or an email that an account had, and since when; undefined in a link from before that was noted. */
export interface HadAddress {
  readonly identifier: Identifier;
  readonly addedAt: number | undefined;
}

/** The phone and the email that an account had at a moment, as an undo link carries them: sealed in the database. */
export interface AddressSnapshot {
  /** When the change came that the link takes back. */
  readonly at: number;
  readonly phone: HadAddress | undefined;
  readonly email: HadAddress | undefined;
}

interface Payload {
  readonly at: number;
  readonly phone: string | null;
  readonly email: string | null;
  readonly phoneAddedAt?: number | null;
  readonly emailAddedAt?: number | null;
}

export function writeSnapshot(
  { phone, emailShown, phoneAddedAt, emailAddedAt }: Pick<Account, 'phone' | 'emailShown' | 'phoneAddedAt' | 'emailAddedAt'>,
  at: number,
): string {
  const payload: Payload = { at, phone, email: emailShown, phoneAddedAt, emailAddedAt };
  return JSON.stringify(payload);
}

export function readSnapshot(text: string): AddressSnapshot {
  const { at, phone, email, phoneAddedAt, emailAddedAt }: Payload = JSON.parse(text);
  const had = (kind: 'phone' | 'email', written: string | null, addedAt: number | null | undefined): HadAddress | undefined => {
    const found = identifier(kind, written ?? '');
    return found && { identifier: found, addedAt: addedAt ?? undefined };
  };
  return { at, phone: had('phone', phone, phoneAddedAt), email: had('email', email, emailAddedAt) };
}
