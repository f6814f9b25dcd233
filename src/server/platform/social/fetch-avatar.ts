import { callOut } from '#server/platform/outbound/call-out.ts';
import type { SocialClient, SocialProfile } from './social.ts';

/** Milliseconds: a picture is not worth a longer wait. */
const timeoutMs = 3000;
const maxBytes = 2 * 1024 * 1024;

/**
 * The picture of a social account; undefined if unavailable. Only from the platform's own hosts, and by https unless
 * the URL names a port: the URL came from outside.
 */
export async function fetchAvatar(client: SocialClient, avatarUrl: SocialProfile['avatarUrl']): Promise<Buffer | undefined> {
  const url = avatarUrl === undefined ? null : URL.parse(avatarUrl);
  if (url === null || url.username !== '' || !client.isAvatarHost(url.hostname)) return undefined;
  // Some platforms still send http URLs; all of their picture hosts support https.
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const { status, bytes } = await callOut(url, { timeoutMs, maxBytes });
  return status === 200 ? bytes : undefined;
}
