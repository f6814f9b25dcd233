import { readAnswer } from './api.ts';
import { csrfToken } from '#web/lib/person/cookies.ts';
import { track } from './pending.ts';
import { whileHere } from '#web/lib/person/person-state.ts';
import { RefusalError } from './refusal-error.ts';

interface Sending {
  readonly signal?: AbortSignal;
  /** Progress of the upload, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/** Longer than the limit of other calls, for slow uplinks; by then the server has closed the connection. */
const uploadTimeoutMs = 30_000;

/**
 * Sends a file to the address that a call has named for it.
 * @throws {RefusalError}
 * @throws {DOMException} AbortError, if `signal` aborted it
 */
export async function sendFile(file: Blob, uploadUrl: string, sending: Sending = {}): Promise<void> {
  await whileHere(() => track(upload(file, new URL(uploadUrl, location.href), sending)));
}

/** XMLHttpRequest, because fetch does not report upload progress. */
function upload(file: Blob, url: URL, { signal, onProgress }: Sending): Promise<void> {
  const isOurs = url.origin === location.origin;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  request.open('PUT', url);
  request.timeout = uploadTimeoutMs;
  request.setRequestHeader('content-type', file.type);
  // Object storage at another origin has a ticket in its URL and must not get our secret.
  if (isOurs) request.setRequestHeader('x-csrf-token', csrfToken() ?? '');
  request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
    if (lengthComputable && total > 0) onProgress?.(loaded / total);
  });
  request.addEventListener('load', () => {
    const { status } = request;
    if (!isOurs && status >= 200 && status < 300) resolve();
    else readAnswer(new Response(request.responseText, { status })).then(() => resolve(), reject);
  });
  request.addEventListener('error', () => reject(new RefusalError({ refusal: 'offline' })));
  request.addEventListener('timeout', () => reject(new RefusalError({ refusal: 'late' })));
  request.addEventListener('abort', () => reject(new DOMException('The upload was canceled.', 'AbortError')));
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) reject(new DOMException('The upload was canceled.', 'AbortError'));
  else request.send(file);
  return promise.finally(() => signal?.removeEventListener('abort', abort));
}
