import { timingSafeEqual } from 'node:crypto';
import type { Account } from '#server/core/accounts/account.ts';
import type { Identity } from '#server/core/identity/identity.ts';
import type { Journal } from '#server/core/journal/journal.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { SocialError } from '#server/platform/social/social.ts';
import type { WechatFollow } from '#server/platform/social/wechat-follow.ts';
import type { Store } from '#server/core/store.ts';

export interface Following {
  /** Undefined where WeChat does not tell us who follows: then everybody is shown the same QR code. */
  readonly follow: WechatFollow | undefined;
  /** The address that the QR code for everybody holds; undefined where there is none. */
  readonly followQrUrl: string | undefined;
}

export interface FollowDeps extends Following {
  readonly store: Store;
  readonly identity: Identity;
  readonly journal: Journal;
}

/** 24 bytes; with an account's id within the 64 characters of a scene. */
const macCharacters = 32;

/**
 * The account's own scene, and those that it has had: WeChat does not sign what it pushes, so a scene proves itself.
 */
function scenesOf(keyring: Keyring, accountId: string): readonly [string, ...string[]] {
  const [own, ...earlier] = keyring.macs('follow-scene', accountId);
  const scene = (mac: string) => accountId + mac.slice(0, macCharacters);
  return [scene(own), ...earlier.map(scene)];
}

/** The address that the QR code of this account holds; '' where there is none. Without an answer from WeChat it is the one for everybody. */
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

/** Somebody has scanned the QR code of an account and follows: it is not shown again. Told twice, or with a made-up scene, changes nothing. */
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
