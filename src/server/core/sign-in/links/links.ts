import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { claimLink, voidLinks } from './links.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId, sha256 } from '#server/platform/ids.ts';
import { provenContact, type ProvenContact } from '#server/core/account/identifiers/proven-contact.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { linkRows, type KeptLink, type LinkKind, type LinkPage } from './link-rows.ts';
import { createLinkRows } from './links.repository.ts';
import { tokenLink, type TokenLink } from './mail-link.ts';

export type { LinkKind } from './link-rows.ts';

/** A live link. */
export interface Link {
  readonly kind: LinkKind;
  readonly accountId: string;
  /** The phone or email that it concerns. */
  readonly target: string;
  readonly payload: string;
  readonly expiresAt: number;
}

export interface NewLink<Kind extends LinkKind = LinkKind> {
  readonly kind: Kind;
  /**
   * Undefined for a missing account, which must not be revealed: the work is the same, and no token finds the result.
   */
  readonly accountId: string | undefined;
  readonly target: string;
  readonly payload?: string;
  /** Shorter than the lifetime of its kind. */
  readonly lifeMs?: number;
  /** A shorter token that a person can read out; its tries are counted elsewhere. */
  readonly token?: string;
  /** Another page of its kind than the usual one. */
  readonly page?: LinkPage<Kind>;
}

/** A link that was just spent. */
export interface RedeemedLink extends Link {
  /** The address that proves itself by it; undefined for every other kind. */
  readonly proven: ProvenContact | undefined;
}

/** A link that was just made. */
export interface IssuedLink extends TokenLink {
  readonly token: string;
  /** By which its table finds it. */
  readonly hash: string;
}

/** Makes the token of a link that another table knows. */
export function keptLink(kind: KeptLink): IssuedLink {
  const token = newId();
  return { ...tokenLink(kind, { token }), token, hash: sha256(token) };
}

/**
 * Mailed links: 128 random bits, 22 characters, so that an SMS has room for one, stored only as a hash, bound to kind, account and target, valid once. Opening one only
 * shows a page, because mail scanners open every link; a POST spends it.
 */
export interface Links {
  /** Makes a link, in the caller's transaction. */
  issue<Kind extends LinkKind>(link: NewLink<Kind>): Promise<IssuedLink>;
  /** The unspent link of a token; undefined when it is unknown, of another kind, used, void or expired. */
  find(kind: LinkKind, token: string): Promise<Link | undefined>;
  /**
   * Spends the link, in the transaction of its effect. Locks the account until the transaction ends.
   * @throws {Refusal} tokenError when `find` finds nothing, also when another request spent it
   */
  redeem(kind: LinkKind, token: string): Promise<RedeemedLink>;
  /** Ends the live links of an account, or only those made at `since` or later. */
  revoke(accountId: string, kinds: readonly LinkKind[], since?: number): Promise<void>;
}

export function createLinks({ db, clock, keyring }: { db: Db; clock: Clock; keyring: Keyring }): Links {
  const rows = createLinkRows(db);

  async function find(kind: LinkKind, token: string): Promise<Link | undefined> {
    const found = await rows.findLive({ id: sha256(token), kind, at: clock.now() });
    if (!found) return undefined;
    const { target, payload }: { target: string; payload: string } = JSON.parse(keyring.open('link', found.sealed));
    return { kind, accountId: found.accountId, target, payload, expiresAt: found.expiresAt };
  }

  return {
    async issue({ kind, accountId = '', target, payload = '', lifeMs = linkRows[kind].lifeMs, token = newId(), page }) {
      const at = clock.now();
      const epoch = await rows.epochOf(accountId);
      const credentialEpoch = linkRows[kind].endsWithCredentials ? epoch : null;
      const sealed = keyring.seal('link', JSON.stringify({ target, payload }));
      await rows.insert({ id: sha256(token), kind, accountId, credentialEpoch, sealed, at, expiresAt: at + lifeMs });
      return { ...tokenLink(kind, { token, lifeMs, page }), token, hash: sha256(token) };
    },

    find,

    async redeem(kind, token) {
      const before = await find(kind, token);
      if (before) {
        // Under the lock, because a concurrent change of credentials may have ended the link.
        await lockAccount(db, before.accountId);
        const link = await find(kind, token);
        if (link && (await claimLink(db, { id: sha256(token), kind, at: clock.now() }))) {
          return { ...link, proven: linkRows[kind].to === 'new' ? provenContact('email', link.target) : undefined };
        }
      }
      throw new Refusal('tokenError', { reason: `no live ${kind} link` });
    },

    revoke: (accountId, kinds, since = 0) => voidLinks(db, { accountId, kinds, since, at: clock.now() }),
  };
}
