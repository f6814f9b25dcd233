import { avatarEndpoints } from '#contract/account/avatar/avatar.ts';
import { call } from '#web/lib/api/api.ts';
import { sendFile } from '#web/lib/api/send-file.ts';

export interface Saving {
  readonly signal: AbortSignal;
  /** Progress of the upload, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/**
 * Saves the square as the account's avatar and returns its URL.
 * @throws {RefusalError}
 * @throws {DOMException} AbortError, if `signal` aborted it
 */
export async function saveAvatar(square: Blob, { signal, onProgress }: Saving): Promise<string> {
  const filetype = square.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const { sign, uploadUrl } = await call(avatarEndpoints.beginProfileImage, { body: { filetype, size: square.size }, signal });
  await sendFile(square, uploadUrl, { signal, onProgress });
  const { profileImage } = await call(avatarEndpoints.finishProfileImage, { body: { sign }, signal });
  return profileImage;
}
