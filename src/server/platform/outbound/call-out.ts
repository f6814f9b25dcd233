import { callOuts, type CallOutMessage } from './call-out-channel.ts';

/** A request to another service. */
export interface OutgoingCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Milliseconds for the whole exchange, from connecting to the last byte. */
  readonly timeoutMs: number;
  /** A longer answer is an error; 256 KiB by default. */
  readonly maxBytes?: number;
}

export interface IncomingAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * No answer came. `notSent`: the other side certainly did not receive the request; `timeout` and `broken`: it may have
 * received it and acted on it.
 */
export class NoAnswer extends Error {
  readonly outcome: 'notSent' | 'timeout' | 'broken';

  constructor(outcome: NoAnswer['outcome'], cause?: unknown) {
    super(`no answer: ${outcome}`, { cause });
    this.name = 'NoAnswer';
    this.outcome = outcome;
  }
}

const defaultMaxBytes = 256 * 1024;

/** Failures before the first byte of a request is sent: names, routes, refused connections, handshakes. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Calls another service: follows no redirect, keeps no cookie, accepts no endless answer. The URL comes from the
 * operator or was checked, never from a request.
 * @throws {NoAnswer} without a complete answer in time; every status is an answer
 */
export function callOut(url: URL, call: OutgoingCall): Promise<IncomingAnswer> {
  const message: CallOutMessage = { method: call.method ?? 'GET', host: url.hostname };
  return callOuts.tracePromise(() => exchange(url, call), message);
}

async function exchange(url: URL, call: OutgoingCall): Promise<IncomingAnswer> {
  const signal = AbortSignal.timeout(call.timeoutMs);
  try {
    const answer = await fetch(url, {
      method: call.method ?? 'GET',
      headers: { 'user-agent': 'account-center', ...call.headers },
      redirect: 'manual',
      signal,
      ...(call.body === undefined ? {} : { body: call.body }),
    });
    const bytes = await readAtMost(answer, call.maxBytes ?? defaultMaxBytes);
    return { status: answer.status, contentType: answer.headers.get('content-type') ?? '', bytes };
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    if (signal.aborted) throw new NoAnswer('timeout', error);
    throw new NoAnswer(beforeSending.has(causeCode(error)) ? 'notSent' : 'broken', error);
  }
}

async function readAtMost(answer: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.byteLength;
    if (length > maxBytes) throw new NoAnswer('broken', new Error('the answer is too long'));
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function causeCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}
