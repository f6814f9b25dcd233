import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { second } from '#server/platform/clock.ts';
import { publicAddresses, type Resolve, type ResolvedAddress } from './call-public.ts';
import { NoAnswer } from './call-out.ts';

const shakeMs = 3 * second;

/** Codes of Node for a certificate that does not fit: of another name, expired, or not trusted. */
const unfit: ReadonlySet<string> = new Set([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_REJECTED',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The certificate of a host is of another name, expired, or not trusted. */
export class UnfitCertificate extends Error {
  constructor(cause: unknown) {
    super('the certificate does not fit', { cause });
    this.name = 'UnfitCertificate';
  }
}

/**
 * The end of the certificate of a host that a stranger chose, in milliseconds: shakes hands with it and sends nothing.
 * @throws {NotPublic} before anything is sent
 * @throws {UnfitCertificate}
 * @throws {NoAnswer} without a handshake within three seconds
 */
export async function certificateEnd(url: URL, resolve?: Resolve): Promise<number> {
  const addresses = await publicAddresses(url, resolve);
  return shakeHands(url.hostname, addresses);
}

/**
 * Shakes hands with the first of these addresses; the caller has checked them.
 * @throws {UnfitCertificate}
 * @throws {NoAnswer}
 */
export function shakeHands(
  host: string,
  [first]: readonly ResolvedAddress[],
  { port = 443, ca }: { readonly port?: number; readonly ca?: string } = {},
): Promise<number> {
  const name = isIP(host.replaceAll(/^\[|\]$/g, '')) === 0 ? { servername: host } : {};
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({ host: first?.address ?? '', port, ...name, ...(ca === undefined ? {} : { ca }) }, () => {
    resolve(Date.parse(socket.getPeerCertificate().valid_to));
    socket.destroy();
  });
  socket.setTimeout(shakeMs, () => socket.destroy(new NoAnswer('notSent', new Error('no handshake'))));
  socket.once('error', (error) => {
    const code = 'code' in error ? String(error.code) : '';
    reject(unfit.has(code) ? new UnfitCertificate(error) : new NoAnswer('notSent', error));
  });
  return promise;
}
