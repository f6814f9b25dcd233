import { timingSafeEqual } from 'node:crypto';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { SocialError } from '#server/platform/social/social.ts';
import type { WechatFollow } from '#server/platform/social/wechat-follow.ts';
import type { Store } from '#server/core/store.ts';

export interface Following {
  /** Undefined if WeChat does not report followers; then every account shows the same QR code. */
  readonly follow: WechatFollow | undefined;
  /** The URL in the shared QR code; undefined if there is none. */
  readonly followQrUrl: string | undefined;
}

export interface FollowDeps extends Following {
  readonly store: Store;
  readonly identity: Identity;
  readonly journal: Journal;
}

/** 24 bytes. Together with an account id this fits the 64 characters of a scene. */
const macCharacters = 32;

/** The current scene of the account and its earlier ones. WeChat does not sign its pushes, so a scene carries a MAC. */
function scenesOf(keyring: Keyring, accountId: string): readonly [string, ...string[]] {
  const [own, ...earlier] = keyring.macs('follow-scene', accountId);
  const scene = (mac: string) => accountId + mac.slice(0, macCharacters);
  return [scene(own), ...earlier.map(scene)];
}

/**
 * The URL in the QR code of this account; '' if there is none. Falls back to the shared URL if WeChat does not answer.
 */
export async function followUrl(
  { store: { keyring }, journal: { log }, follow, followQrUrl = '' }: FollowDeps,
  account: Account,
): Promise<string> {
  if (follow === undefined || !account.showQrcode) return followQrUrl;
  try {
    return await follow.codeFor(scenesOf(keyring, account.id)[0]);
  } catch (error) {
    if (!(error instanceof SocialError)) throw error;
    log.warn({ platform: 'wechat', failure: error.failure, providerCode: error.providerCode }, 'WeChat made no QR code');
    return followQrUrl;
  }
}

/**
 * Hides the QR code of an account once a person has scanned it and follows. Repeated pushes and invented scenes change
 * nothing.
 */
export async function noteFollower(
  { store: { keyring }, identity: { accounts } }: Pick<FollowDeps, 'identity' | 'store'>,
  scene: string,
): Promise<void> {
  const accountId = scene.slice(0, -macCharacters);
  if (accountId === '' || !scenesOf(keyring, accountId).some((own) => isSame(scene, own))) return;
  const account = await accounts.findById(accountId);
  if (account?.showQrcode === true) await accounts.setShowQrcode(accountId, false);
}

function isSame(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
