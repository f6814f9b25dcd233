import { callOut } from '#server/platform/outbound/call-out.ts';
import type { SocialClient, SocialIdentity } from './social.ts';

/** Milliseconds: a picture is not worth more of anybody's time. */
const timeoutMs = 3000;
const maxBytes = 2 * 1024 * 1024;

/**
 * The picture of a person at their platform; undefined where there is none to be had. Only from the platform's own hosts, in https where
 * the address names no port: the address came from outside.
 */
export async function fetchAvatar(client: SocialClient, { avatarUrl }: Pick<SocialIdentity, 'avatarUrl'>): Promise<Buffer | undefined> {
  const url = avatarUrl === undefined ? null : URL.parse(avatarUrl);
  if (url === null || url.username !== '' || !client.isAvatarHost(url.hostname)) return undefined;
  // Some platforms still write http; their picture hosts all know https.
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const { status, bytes } = await callOut(url, { timeoutMs, maxBytes });
  return status === 200 ? bytes : undefined;
}
