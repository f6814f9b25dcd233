import type { Account } from '#server/core/accounts/account.ts';
import { identifier, type Identifier } from '#server/core/accounts/identifier.ts';

/** A former phone or email and the time it was added; undefined in links from before that time was stored. */
export interface HadContact {
  readonly identifier: Identifier;
  readonly addedAt: number | undefined;
}

/** The phone and the email of an account at a moment, as an undo link carries them: sealed in the database. */
export interface ContactSnapshot {
  /** The time of the change that the link reverts. */
  readonly at: number;
  readonly phone: HadContact | undefined;
  readonly email: HadContact | undefined;
}

interface Payload {
  readonly at: number;
  readonly phone: string | null;
  readonly email: string | null;
  readonly phoneAddedAt?: number | null;
  readonly emailAddedAt?: number | null;
}

/** The payload of an undo link. None is made any more; those of the last version live for 72 hours. @internal */
export function writeSnapshot(
  { phone, emailShown, phoneAddedAt, emailAddedAt }: Pick<Account, 'phone' | 'emailShown' | 'phoneAddedAt' | 'emailAddedAt'>,
  at: number,
): string {
  const payload: Payload = { at, phone, email: emailShown, phoneAddedAt, emailAddedAt };
  return JSON.stringify(payload);
}

export function readSnapshot(text: string): ContactSnapshot {
  const { at, phone, email, phoneAddedAt, emailAddedAt }: Payload = JSON.parse(text);
  const had = (kind: 'phone' | 'email', written: string | null, addedAt: number | null | undefined): HadContact | undefined => {
    const found = identifier(kind, written ?? '');
    return found && { identifier: found, addedAt: addedAt ?? undefined };
  };
  return { at, phone: had('phone', phone, phoneAddedAt), email: had('email', email, emailAddedAt) };
}
