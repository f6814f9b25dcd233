import { minute, second, type Clock } from '#server/platform/clock.ts';
import { noteRootKey } from './root-keys.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';
import { findReachedTime } from '#server/platform/db/time/kept-time.ts';
import { createKeyring, type InheritedKey, type Keyring } from '#server/platform/crypto/keyring.ts';
import { loadKeys } from '#server/platform/crypto/keys.repository.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { listRootKeys, type RootKeyRow } from './root-keys.repository.ts';
import { sealedColumns, type SealedColumn } from '#server/core/database/key-columns.ts';
import type { InheritedPurpose } from '#server/platform/crypto/purposes.ts';
import { sealedRows } from './sealed-rows.repository.ts';

/** The root keys of the configuration. */
export interface RootSecrets {
  readonly secretKey: Uint8Array;
  readonly acceptedKeys: readonly Uint8Array[];
}

export interface RootKeysDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** A keyring whose use this process reports to others for as long as it may seal. */
export interface OpenedKeyring {
  readonly keyring: Keyring;
  readonly job: Job;
}

const everyMs = 20 * second;
/** A root key without a report for this long is unused: two reports may fail. */
export const silenceMs = minute;

/** Rows per table in searches that only need examples. */
const sampleRows = 1000;

export const inheritedKeyPurpose = 'inherited-key';

/** Stored form of an inherited key. */
export interface StoredBequest {
  /** base64 */
  readonly key: string;
  readonly lastSeal: number;
}

/**
 * Opens the keyring of a database and reports its root key there; the job repeats the report every 20 seconds, so that
 * a rekeying never ends a key in use.
 * @throws {ConfigError} naming the data that is sealed with a root key outside of the configuration
 */
export async function openKeyring(deps: RootKeysDeps, secrets: RootSecrets): Promise<OpenedKeyring> {
  const { keyring, position } = await readKeyring(deps, secrets);
  const { name } = keyring;
  const tell = async (): Promise<void> => noteRootKey(deps.db, { name, position, at: await timeOf(deps) });
  await tell();
  // The next run makes up for a failure: a key counts as unused only after a minute.
  return { keyring, job: { everyMs, removes: 'nothing', failure: 'the use of a root key could not be noted', run: tell } };
}

/**
 * The keyring of a database, to read with: it seals nothing there.
 * @throws {ConfigError} naming the data that is sealed with a root key outside of the configuration
 */
export async function readKeyring(
  deps: RootKeysDeps,
  secrets: RootSecrets,
): Promise<{ readonly keyring: Keyring; readonly position: number }> {
  const { db } = deps;
  const bare = createKeyring(secrets.secretKey, { accepted: secrets.acceptedKeys });
  const known = await listRootKeys(db);
  const missing = known.filter(({ name, ended_at }) => ended_at === null && !bare.has(name));
  if (missing.length > 0) throw notConfigured(missing, await unopenable(db, bare));
  const names = known.map(({ name }) => name);
  const position = names.includes(bare.name) ? names.indexOf(bare.name) + 1 : names.length + 1;
  const keyring = createKeyring(secrets.secretKey, {
    accepted: secrets.acceptedKeys,
    inherited: await loadInherited(deps, bare),
  });
  return { keyring, position };
}

/** Time of the database's servers, which may be ahead of this machine's. */
export async function timeOf({ db, clock }: RootKeysDeps): Promise<number> {
  return Math.max(clock.now(), (await findReachedTime(db)) ?? 0);
}

/** Names of the configured root keys, the current one first. */
export function configuredKeys(keyring: Keyring): readonly string[] {
  return keyring.generationsOf('code').map(({ name }) => name);
}

/** Sealed data, in an operator's words. */
export const sealedThings: Readonly<Record<SealedColumn, string>> = {
  'accounts.password_hash': 'passwords',
  'upgrade_tickets.password_hash': 'passwords of upgrades under way',
  'outbox.sealed': 'messages that wait',
  'notices.sealed': 'notices that wait for a digest',
  'links.sealed': 'mailed links',
  'pending_identities.sealed': 'registrations by social accounts under way',
  'social_grants.sealed': 'grants of social accounts',
  'legacy_accounts.sealed': 'legacy accounts',
  'legacy_accounts.sealed_password': 'legacy passwords',
  'legacy_merges.sealed': 'merges that can be taken back',
  'former_ways.sealed': 'former ways of accounts',
  'exports.sealed_key': 'keys of copies',
  'openid_records.sealed': 'sessions and tokens of apps',
  'totp_secrets.sealed': 'authenticator apps',
  'settings.sealed': 'settings of desktops',
  'rights_messages.sealed': 'requests about data and their answers',
  'desk_notes.sealed': 'notes of staff about people',
  'desk_exceptions.sealed': 'reasons of exceptional access',
  'desk_exceptions.asked_with': 'signatures of exceptional access',
  'desk_exceptions.confirmed_with': 'signatures of exceptional access',
  'message_copies.sealed': 'notices that can be sent again',
  'signal_streams.sealed_secret': 'secrets of signal streams',
  'signals.sealed': 'signals that wait',
  'app_testers.typed': 'invitations to test apps',
  'trials.sealed': 'trial sign-ins of developers',
  'keys.sealed_part': 'keys',
};

function notConfigured(missing: readonly RootKeyRow[], found: ReadonlyMap<SealedColumn, number>): ConfigError {
  const names = missing.map(({ name }) => name).join(' and ');
  const things = [...found].map(([column, count]) => `${count === sampleRows ? `${count} or more` : count} ${sealedThings[column]}`);
  const why = things.length === 0 ? `${names} was in use after that was run last` : `${things.join(', ')} are still sealed with ${names}`;
  return new ConfigError(
    'SECRET_KEY',
    `must be the one that this database was made with, or that one must be in SECRET_KEYS_ACCEPTED until npm run admin -- keys rekey has ended it: ${why}.`,
  );
}

/** Number of texts per column that no configured key opens, in a sample of each. */
async function unopenable(db: Db, keyring: Keyring): Promise<ReadonlyMap<SealedColumn, number>> {
  const found = new Map<SealedColumn, number>();
  for (const column of sealedColumns) {
    const rows = sealedRows(db, column);
    const { value: window } = await rows.windows(sampleRows).next();
    if (window === undefined) continue;
    const counts = await rows.countByName(window);
    const lost = counts.filter(({ name }) => !keyring.has(name));
    const sum = lost.reduce((all, { count }) => all + count, 0);
    if (sum > 0) found.set(column, sum);
  }
  return found;
}

async function loadInherited({ db, clock }: RootKeysDeps, keyring: Keyring): Promise<readonly InheritedKey[]> {
  const rows = await loadKeys(db, { purpose: inheritedKeyPurpose, at: clock.now() });
  return rows.map(({ public_part, sealed_part }) => {
    const { key, lastSeal }: StoredBequest = JSON.parse(keyring.open(inheritedKeyPurpose, sealed_part));
    const [from = '', purpose = ''] = public_part.split(':');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the rekeying writes it
    return { from, purpose: purpose as InheritedPurpose, key: Buffer.from(key, 'base64'), lastSeal };
  });
}
