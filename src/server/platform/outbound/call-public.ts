import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { NoAnswer, type IncomingAnswer, type OutgoingCall } from './call-out.ts';
import { callOuts, type CallOutMessage } from './call-out-channel.ts';
import { isPublicAddress } from './public-address.ts';

/** A call to an address that strangers chose was not made, because it does not lead to the public internet. */
export class NotPublic extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NotPublic';
  }
}

/** An address of a host, as the resolver found it. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Asks the resolver for all addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

const defaultMaxBytes = 16 * 1024;

const askResolver: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/**
 * Calls a URL that a stranger chose: https on port 443, at a public address only. The name is resolved once, every
 * answer must be public, and one of them is dialed, so that a second answer of the resolver cannot lead elsewhere.
 * Follows no redirect, keeps no connection, and reads no more than `maxBytes`.
 * @throws {NotPublic} before anything is sent
 * @throws {NoAnswer} without a complete answer in time
 */
export async function callPublic(url: URL, call: OutgoingCall, resolve: Resolve = askResolver): Promise<IncomingAnswer> {
  const deadline = Date.now() + call.timeoutMs;
  const addresses = await publicAddresses(url, resolve, call.timeoutMs);
  return dial(url, addresses, { ...call, timeoutMs: Math.max(1, deadline - Date.now()) });
}

/**
 * The checked addresses of a URL. Literals are checked without the resolver.
 * @throws {NotPublic}
 */
export async function publicAddresses(url: URL, resolve: Resolve = askResolver, timeoutMs = 3000): Promise<readonly ResolvedAddress[]> {
  if (url.protocol !== 'https:') throw new NotPublic('the URL does not start with https://');
  if (url.port !== '') throw new NotPublic('the URL names another port than 443');
  if (url.username !== '' || url.password !== '') throw new NotPublic('the URL contains a user name');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  const found = family === 0 ? await answersOf(host, resolve, timeoutMs) : [{ address: host, family }];
  if (found.length === 0) throw new NotPublic('the host has no address');
  if (!found.every(({ address }) => isPublicAddress(address))) throw new NotPublic('the host has an address that is not public');
  return found;
}

async function answersOf(host: string, resolve: Resolve, timeoutMs: number): Promise<readonly ResolvedAddress[]> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer('notSent', new Error('the resolver is silent'))), timeoutMs);
  try {
    return await Promise.race([resolve(host), late]);
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer('notSent', error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Exchanges one request with one of these addresses; the resolver is not asked again. Any scheme and port: the caller
 * has checked them.
 * @throws {NoAnswer}
 */
export function dial(url: URL, addresses: readonly ResolvedAddress[], call: OutgoingCall): Promise<IncomingAnswer> {
  const message: CallOutMessage = { method: call.method ?? 'GET', host: url.hostname };
  return callOuts.tracePromise(() => exchange(url, addresses, call), message);
}

async function exchange(url: URL, addresses: readonly ResolvedAddress[], call: OutgoingCall): Promise<IncomingAnswer> {
  const signal = AbortSignal.timeout(call.timeoutMs);
  let isSent = false;
  try {
    const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const options: RequestOptions = {
      method: call.method ?? 'GET',
      headers: { 'user-agent': 'cedar-id', 'accept-encoding': 'identity', ...call.headers },
      agent: false,
      signal,
      lookup: (_host, { all }, done) => {
        const [first] = addresses;
        if (all === true) done(null, [...addresses]);
        else done(null, first?.address ?? '', first?.family ?? 0);
      },
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve);
    request.once('error', reject);
    request.once('finish', () => (isSent = true));
    request.end(call.body);
    const answer = await answered;
    const bytes = await readAtMost(answer, call.maxBytes ?? defaultMaxBytes);
    return { status: answer.statusCode ?? 0, contentType: answer.headers['content-type'] ?? '', bytes };
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    if (signal.aborted) throw new NoAnswer('timeout', error);
    throw new NoAnswer(isSent ? 'broken' : 'notSent', error);
  }
}

async function readAtMost(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) {
      answer.destroy();
      throw new NoAnswer('broken', new Error('the answer is too long'));
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
