import { createHook } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** What this process has decrypted by RSA since `countRsa` was called; it stops counting when it is disposed of. */
export interface RsaCount extends Disposable {
  /** Operations that the event loop waited for. */
  readonly onEventLoop: number;
  /** Operations in threads of libuv's pool. */
  readonly inThreads: number;
}

/**
 * Counts at Node.js itself, whatever our own code says of it. Jobs of other ciphers of Web Crypto are counted too; the server has none, and
 * clients of tests encrypt by `publicEncrypt`.
 */
export function countRsa(): RsaCount {
  const count = { onEventLoop: 0, inThreads: 0 };
  const jobs = new Set<number>();
  const hook = createHook({
    init(id, type) {
      if (type === 'CIPHERREQUEST') jobs.add(id);
    },
    // Only what was done elsewhere comes back.
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
