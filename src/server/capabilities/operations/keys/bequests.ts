import type { Store } from '#server/core/store.ts';
import type { InheritedPurpose } from '#server/platform/crypto/purposes.ts';
import { listRootKeys } from '#server/core/operations/keys/root-keys.repository.ts';
import { inheritedKeyPurpose, type StoredBequest } from '#server/core/operations/keys/root-keys.ts';
import {
  countDevices,
  countFormerWays,
  countRecoveryCodes,
  countRestingNames,
  countSeals,
  countTombstones,
  headOfTrail,
  lastRest,
  listBequests,
  removeBequest,
  type NewBequest,
} from './bequests.repository.ts';

/** Reasons to keep a part of a root key beyond its end. */
export type Need = 'trail' | 'names' | 'devices' | 'upgraded' | 'formers' | 'recoveryCodes';

export const needs: Readonly<Record<InheritedPurpose, Need>> = {
  'audit row': 'trail',
  'audit client ip': 'trail',
  'audit rows': 'trail',
  'audit seal': 'trail',
  'resting-name': 'names',
  'former-contact': 'formers',
  'device-hardware': 'devices',
  'recovery-code': 'recoveryCodes',
  'legacy-source': 'upgraded',
};

/** Number of dependents of an inherited key, by need. */
export type Dependents = Readonly<Record<Need, number>>;

interface Ended {
  readonly at: number;
  readonly lastSeal: number;
}

/** Counts the dependents of an ended root key, apart from sealed texts. */
export async function dependentsOf({ db }: Pick<Store, 'db'>, { at, lastSeal }: Ended): Promise<Dependents> {
  return {
    trail: await countSeals(db, lastSeal),
    names: await countRestingNames(db, at),
    formers: await countFormerWays(db, at),
    devices: await countDevices(db, at),
    recoveryCodes: await countRecoveryCodes(db, at),
    upgraded: await countTombstones(db, at),
  };
}

/** The parts of a root key that are needed beyond its end, sealed. */
export async function bequestsOf(
  deps: Store,
  { name, at }: { readonly name: string; readonly at: number },
): Promise<readonly NewBequest[]> {
  const { db, keyring } = deps;
  const lastSeal = await headOfTrail(db);
  const dependents = await dependentsOf(deps, { at, lastSeal });
  const until = await lastRest(db);
  return keyring
    .bequestOf(name)
    .filter(({ purpose }) => dependents[needs[purpose]] > 0)
    .map(({ purpose, key }) => {
      const stored: StoredBequest = { key: Buffer.from(key).toString('base64'), lastSeal };
      const sealed = keyring.seal(inheritedKeyPurpose, JSON.stringify(stored));
      return { from: name, purpose, sealed, at, retiresAt: needs[purpose] === 'names' ? until : null };
    });
}

/** Removes the inherited keys of ended root keys that have no dependents left. */
export async function forgetBequests(deps: Store): Promise<void> {
  const ended = new Map((await listRootKeys(deps.db)).map(({ name, ended_at }) => [name, ended_at]));
  for (const [name, bequests] of Map.groupBy(await listBequests(deps), ({ from }) => from)) {
    const at = ended.get(name) ?? null;
    if (at === null) continue;
    const dependents = await dependentsOf(deps, { at, lastSeal: bequests[0]?.lastSeal ?? 0 });
    for (const { id, purpose } of bequests) if (dependents[needs[purpose]] === 0) await removeBequest(deps.db, id);
  }
}
