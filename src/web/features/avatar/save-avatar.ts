import { avatarEndpoints } from '#contract/endpoints/avatar.ts';
import { call, readAnswer } from '#web/lib/api.ts';
import { readCookie } from '#web/lib/cookies.ts';
import { track } from '#web/lib/pending.ts';
import { whileHere } from '#web/lib/person-state.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';

export interface Saving {
  readonly signal: AbortSignal;
  /** From 0 to 1, while the bytes are on their way. */
  readonly onProgress: (part: number) => void;
}

/** A slow uplink needs longer than a call of the contract; then the server has closed the connection anyway. */
const uploadTimeoutMs = 30_000;

/**
 * Makes the square the account's avatar and answers its address.
 * @throws {RefusalError}
 * @throws {DOMException} AbortError, when `signal` ended it
 */
export async function saveAvatar(square: Blob, { signal, onProgress }: Saving): Promise<string> {
  const filetype = square.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const { sign, uploadUrl } = await call(avatarEndpoints.beginProfileImage, { body: { filetype, size: square.size }, signal });
  await whileHere(() => track(upload(square, new URL(uploadUrl, location.href), { signal, onProgress })));
  const { profileImage } = await call(avatarEndpoints.finishProfileImage, { body: { sign }, signal });
  return profileImage;
}

/** By XMLHttpRequest, because fetch does not tell how much has been sent. */
function upload(square: Blob, url: URL, { signal, onProgress }: Saving): Promise<void> {
  const isOurs = url.origin === location.origin;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  request.open('PUT', url);
  request.timeout = uploadTimeoutMs;
  request.setRequestHeader('content-type', square.type);
  // Object storage at another address has a ticket in the address and must get no secret of ours.
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
  request.addEventListener('timeout', () => reject(new RefusalError({ refusal: 'gatewayTimeout' })));
  request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
  signal.addEventListener('abort', abort);
  if (signal.aborted) reject(new DOMException('The upload was cancelled.', 'AbortError'));
  else request.send(square);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
