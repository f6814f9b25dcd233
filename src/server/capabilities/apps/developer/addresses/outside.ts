import { resolveTxt } from 'node:dns/promises';
import { callPublic } from '#server/platform/outbound/call-public.ts';
import { certificateEnd } from '#server/platform/outbound/certificate.ts';
import { second } from '#server/platform/clock.ts';

/** Questions to hosts that developers named. Each keeps to public hosts, port 443 and three seconds. */
export interface Outside {
  /** Milliseconds. @throws {NotPublic | UnfitCertificate | NoAnswer} */
  certificateEnd(url: URL): Promise<number>;
  /** TXT records of a name; none where the name server does not answer. */
  txt(name: string): Promise<readonly string[]>;
  /** The text at an address, of 4 KiB at most unless told; '' without one. */
  text(url: URL, mostBytes?: number): Promise<string>;
}

const waitMs = 3 * second;
const mostBytes = 4096;

export const outside: Outside = {
  certificateEnd,
  async txt(name) {
    const { promise: late, resolve } = Promise.withResolvers<readonly string[]>();
    const timer = setTimeout(() => resolve([]), waitMs);
    const asked = resolveTxt(name).then(
      (records) => records.map((parts) => parts.join('')),
      () => [],
    );
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  },
  async text(url, maxBytes = mostBytes) {
    try {
      const { status, bytes } = await callPublic(url, { timeoutMs: waitMs, maxBytes });
      return status === 200 ? bytes.toString('utf8') : '';
    } catch {
      return '';
    }
  },
};
