import type Provider from 'oidc-provider';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { OpenidRecords } from '#server/core/openid/records.repository.ts';
import { hour, second, type Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { sha256 } from '#server/platform/ids.ts';

type RefreshToken = InstanceType<Provider['RefreshToken']>;

/** Seconds. A refresh token ends when it was not used for so long, and after all in any case. */
export interface RefreshLives {
  readonly refreshIdle: number;
  readonly refreshTotal: number;
}

/** An expiry moves forward in steps, so that a refresh seldom writes. */
const stepSeconds = hour / second;

/**
 * Whether a refresh token is replaced when it is used (RFC 9700 section 2.2.2). One that is worth nothing when stolen
 * stays: it is bound to a key or to an app that proves itself, so that a repeated refresh ends nothing.
 */
export function rotates(client: Pick<Client, 'clientAuthMethod'>, token: Pick<RefreshToken, 'jkt'> | undefined): boolean {
  return client.clientAuthMethod === 'none' && token?.jkt === undefined;
}

/** Seconds that a refresh token lives from now. */
export function refreshLife({ refreshIdle, refreshTotal }: RefreshLives, iiat: number | undefined, now: number): number {
  const age = iiat === undefined ? 0 : now - iiat;
  return Math.max(1, Math.min(refreshIdle, refreshTotal - age));
}

interface ProlongDeps {
  readonly store: { readonly clock: Clock; readonly keyring: Keyring };
  readonly apps: { readonly records: OpenidRecords };
  readonly lives: RefreshLives;
}

/** Moves the expiry of a refresh token that stays: its use counts. A token that was revoked meanwhile stays revoked. */
export async function prolong({ store: { clock, keyring }, apps: { records }, lives }: ProlongDeps, token: RefreshToken): Promise<void> {
  const now = Math.floor(clock.now() / second);
  const exp = now + refreshLife(lives, token.iiat, now);
  const id = sha256(token.jti);
  const found = await records.find({ model: 'RefreshToken', id });
  if (found === undefined || exp < Math.floor(found.expiresAt / second) + stepSeconds) return;
  const payload: object = JSON.parse(keyring.open('openid:RefreshToken', found.sealed));
  const sealed = keyring.seal('openid:RefreshToken', JSON.stringify({ ...payload, exp }));
  await records.prolong({ model: 'RefreshToken', id, sealed, expiresAt: exp * second });
}

/** Whether the server's nonce must stand in a proof: only of apps of the profile, so that others prove beforehand. */
export function needsNonce({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.client?.requirePushedAuthorizationRequests === true;
}
