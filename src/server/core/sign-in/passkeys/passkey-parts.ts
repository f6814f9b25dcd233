import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import { limits } from '#contract/limits.ts';
import type { PasskeyDescriptor } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Store } from '#server/core/store.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { isClaimed } from '#server/platform/limits/claims/claims.repository.ts';
import { sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readChallenge, type Ceremony } from './ceremony.ts';
import { readClientData } from './client-data.ts';
import type { PasskeyRow, PasskeyRows } from './passkeys.repository.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Verification } from './verification.ts';

/** Needs of both kinds of ceremonies. */
export interface PasskeyParts {
  readonly store: Store;
  readonly rows: PasskeyRows;
  /** @throws {Refusal} notFound while passkeys are off */
  readonly on: () => RelyingParty & { readonly verification: Verification };
}

/**
 * The challenge of an answer for this ceremony.
 * @throws {Refusal} passkeyRefused
 */
export function challengeOf(
  { store: { keyring, clock }, on }: PasskeyParts,
  ceremony: Ceremony,
  said: { readonly type: 'webauthn.get' | 'webauthn.create'; readonly clientDataJSON: string },
): string {
  const challenge = readClientData(said.clientDataJSON, { type: said.type, origins: on().origins })?.challenge;
  if (challenge === undefined) throw refused('what the browser says');
  if (readChallenge(keyring, challenge, { ceremony, at: clock.now() }) === undefined) throw refused('the challenge');
  return challenge;
}

/**
 * Notes that an answer was used, by its challenge or its signature, in the transaction of the effect.
 * @throws {Refusal} passkeyRefused when it was used before
 */
export async function spend({ store: { db, clock } }: PasskeyParts, mark: string): Promise<void> {
  const at = clock.now();
  const claim = { ...claimOf(mark), at, expiresAt: at + 2 * limits.passkeyCeremonyMs };
  if (!(await claimOnce(db, claim))) throw refused('this answer was used');
}

/** Whether an answer was used lately. */
export async function isSpent({ store: { db } }: PasskeyParts, mark: string): Promise<boolean> {
  return isClaimed(db, claimOf(mark));
}

function claimOf(mark: string) {
  return { kind: 'passkey', id: sha256(mark) } as const;
}

/** The passkeys of an account as options name them. */
export async function descriptorsOf(
  { rows, on }: PasskeyParts,
  accountId: string,
  formers: readonly PasskeyRow[] = [],
): Promise<readonly PasskeyDescriptor[]> {
  const { rpId } = on();
  const own = [...(await rows.ofAccount(accountId)), ...formers].filter((passkey) => passkey.rp_id === rpId);
  return own.map(({ credential_id: id, transports }) => ({
    type: 'public-key',
    id,
    ...(transports === '' ? {} : { transports: transports.split(',') }),
  }));
}

/** How password managers show the account: no more of its contacts than its own pages do. */
export function namesOf({ username, phone, emailShown, nickname, number }: Account): {
  readonly name: string;
  readonly displayName: string;
} {
  const contact = phone === null ? (emailShown === null ? number : maskEmail(emailShown)) : maskPhone(phone);
  return { name: username ?? contact, displayName: nickname };
}

/** One answer for every cause; the reason is for the log. */
export function refused(reason: string): Refusal {
  return new Refusal('passkeyRefused', { reason });
}
