import { createHook } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The RSA decryptions of this process since the call of `countRsa`; counts until it is disposed of. */
export interface RsaCount extends Disposable {
  /** Operations that blocked the event loop. */
  readonly onEventLoop: number;
  /** Operations in threads of libuv's pool. */
  readonly inThreads: number;
}

/**
 * Counts at Node.js itself, independent of our own code. Also counts jobs of other ciphers of Web Crypto; the server
 * has none, and test clients encrypt by `publicEncrypt`.
 */
export function countRsa(): RsaCount {
  const count = { onEventLoop: 0, inThreads: 0 };
  const jobs = new Set<number>();
  const hook = createHook({
    init(id, type) {
      if (type === 'CIPHERREQUEST') jobs.add(id);
    },
    // Only asynchronous work comes back.
    before(id) {
      if (jobs.delete(id)) count.inThreads += 1;
    },
  }).enable();
  const { privateDecrypt } = crypto;
  crypto.privateDecrypt = (...asked) => {
    count.onEventLoop += 1;
    return privateDecrypt(...asked);
  };
  syncBuiltinESMExports();
  return {
    get onEventLoop() {
      return count.onEventLoop;
    },
    get inThreads() {
      return count.inThreads;
    },
    [Symbol.dispose]() {
      hook.disable();
      crypto.privateDecrypt = privateDecrypt;
      syncBuiltinESMExports();
    },
  };
}
