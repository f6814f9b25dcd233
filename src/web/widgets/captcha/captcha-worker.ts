// The library's own worker for PBKDF2 imports `node:crypto`. This one uses WebCrypto instead and reports progress.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';
import type { KeysTried } from './captcha-solver.ts';

/** Interval of progress reports (milliseconds). */
const everyMs = 200;

let tried = 0;
let toldAt = performance.now();

handler({
  async deriveKey(...about) {
    const key = await deriveKey(...about);
    tried += 1;
    if (performance.now() - toldAt >= everyMs) {
      toldAt = performance.now();
      self.postMessage({ tried } satisfies KeysTried);
    }
    return key;
  },
});
