import type { Platform } from '#contract/vocabulary/platforms.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import type { SocialIdentity } from '#server/platform/social/social.ts';
import type { Store } from '#server/core/store.ts';
import { authorizationLifeMs } from './authorization.ts';
import { findPendingIdentity, insertPendingIdentity } from './authorizations.repository.ts';

export interface PendingDeps {
  readonly store: Store;
}

/** A person who came back from a platform without an account here; `platform_key` names them in the same browser. */
export interface PendingIdentity {
  /** The id for spending it. */
  readonly id: string;
  readonly key: string;
  readonly identity: SocialIdentity;
  /** The URL where they wanted to go. */
  readonly redirect: string;
}

type Sealed = Omit<PendingIdentity, 'id'>;

const purpose = 'pending-identity';

export async function issuePending(
  { store: { db, clock, keyring } }: PendingDeps,
  visitor: string,
  { identity, redirect }: Omit<Sealed, 'key'>,
): Promise<PendingIdentity> {
  const key = newToken();
  const at = clock.now();
  const kept: Sealed = { key, identity, redirect };
  const sealed = keyring.seal(purpose, JSON.stringify(kept));
  const { platform } = identity;
  await insertPendingIdentity(db, { id: sha256(key), platform, visitor, sealed, at, expiresAt: at + authorizationLifeMs });
  return { id: sha256(key), ...kept };
}

/**
 * Finds by key, or without a key the newest of this browser; undefined if unknown, used, expired or another browser's.
 */
export async function findPending(
  { store: { db, clock, keyring } }: PendingDeps,
  { platform, visitor, key }: { readonly platform: Platform; readonly visitor: string; readonly key?: string },
): Promise<PendingIdentity | undefined> {
  const id = key === undefined ? {} : { id: sha256(key) };
  const found = await findPendingIdentity(db, { platform, visitor, at: clock.now(), ...id });
  if (found === undefined) return undefined;
  const kept: Sealed = JSON.parse(keyring.open(purpose, found.sealed));
  return { id: found.id, ...kept };
}
