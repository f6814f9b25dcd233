import { avatarEndpoints } from '#contract/endpoints/avatar.ts';
import { call, readAnswer } from '#web/lib/api.ts';
import { readCookie } from '#web/lib/cookies.ts';
import { track } from '#web/lib/pending.ts';
import { whileHere } from '#web/lib/person-state.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';

export interface Saving {
  readonly signal: AbortSignal;
  /** Progress of the upload, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** Longer than the limit of other calls, for slow uplinks; by then the server has closed the connection. */
const uploadTimeoutMs = 30_000;

/**
 * Saves the square as the account's avatar and returns its URL.
 * @throws {RefusalError}
 * @throws {DOMException} AbortError, if `signal` aborted it
 */
export async function saveAvatar(square: Blob, { signal, onProgress }: Saving): Promise<string> {
  const filetype = square.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const { sign, uploadUrl } = await call(avatarEndpoints.beginProfileImage, { body: { filetype, size: square.size }, signal });
  await whileHere(() => track(upload(square, new URL(uploadUrl, location.href), { signal, onProgress })));
  const { profileImage } = await call(avatarEndpoints.finishProfileImage, { body: { sign }, signal });
  return profileImage;
}

/** XMLHttpRequest, because fetch does not report upload progress. */
function upload(square: Blob, url: URL, { signal, onProgress }: Saving): Promise<void> {
  const isOurs = url.origin === location.origin;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  request.open('PUT', url);
  request.timeout = uploadTimeoutMs;
  request.setRequestHeader('content-type', square.type);
  // Object storage at another origin has a ticket in its URL and must not get our secret.
  if (isOurs) request.setRequestHeader('x-csrf-token', readCookie('csrf') ?? '');
  request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
    if (lengthComputable && total > 0) onProgress(loaded / total);
  });
  request.addEventListener('load', () => {
    const { status } = request;
    if (!isOurs && status >= 200 && status < 300) resolve();
    else readAnswer(new Response(request.responseText, { status })).then(() => resolve(), reject);
  });
  request.addEventListener('error', () => reject(new RefusalError({ refusal: 'offline' })));
  request.addEventListener('timeout', () => reject(new RefusalError({ refusal: 'late' })));
  request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
  signal.addEventListener('abort', abort);
  if (signal.aborted) reject(new DOMException('The upload was cancelled.', 'AbortError'));
  else request.send(square);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
