import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { LegacyRecord } from './legacy-account.ts';
import type { LegacyKind, LegacyRow, StoredLegacy, StoredLegacyRecord } from './legacy-accounts.repository.ts';

const accountPurpose = 'legacy-account';
const passwordPurpose = 'legacy-password';
const identifierPurpose = 'legacy-identifier';
const sourcePurpose = 'legacy-source';
const contentPurpose = 'legacy-content';

export interface LegacyContent {
  readonly record: LegacyRecord;
  /** As imported. */
  readonly password: unknown;
}

export function storeLegacy(keyring: Keyring, { record, password }: LegacyContent): StoredLegacy {
  return {
    ...storeLegacyRecord(keyring, record),
    content_hash: contentHashesOf(keyring, { record, password })[0],
    sealed_password: password === null ? null : keyring.seal(passwordPurpose, JSON.stringify(password)),
  };
}

export function storeLegacyRecord(keyring: Keyring, record: LegacyRecord): StoredLegacyRecord {
  const { number, phone, email, username } = record;
  const hashOf = (kind: LegacyKind, value: string | null) => (value === null ? null : identifierHashesOf(keyring, kind, value)[0]);
  return {
    source_hash: sourceHashesOf(keyring, number)[0],
    phone_hash: hashOf('phone', phone),
    email_hash: hashOf('email', email?.toLowerCase() ?? null),
    username_hash: hashOf('username', username),
    sealed: keyring.seal(accountPurpose, JSON.stringify(record)),
  };
}

export function openLegacyRecord(keyring: Keyring, { sealed }: Pick<LegacyRow, 'sealed'>): LegacyRecord {
  return JSON.parse(keyring.open(accountPurpose, sealed));
}

/** As imported, to be parsed as a foreign hash; null for an account without a password. */
export function openLegacyPassword(keyring: Keyring, { sealed_password: sealed }: Pick<LegacyRow, 'sealed_password'>): unknown {
  return sealed === null ? null : JSON.parse(keyring.open(passwordPurpose, sealed));
}

/** Possible stored hashes of an identifier; the first one is the hash of new rows. */
export function identifierHashesOf(keyring: Keyring, kind: LegacyKind, value: string): readonly [string, ...string[]] {
  return keyring.macs(identifierPurpose, kind, value);
}

/** Like `identifierHashesOf`, for the id in the old system. */
export function sourceHashesOf(keyring: Keyring, number: string): readonly [string, ...string[]] {
  return keyring.macs(sourcePurpose, number);
}

/** Like `identifierHashesOf`, for all imported content of an account. */
export function contentHashesOf(keyring: Keyring, { record, password }: LegacyContent): readonly [string, ...string[]] {
  return keyring.macs(contentPurpose, JSON.stringify(record), JSON.stringify(password));
}
