import { createHook } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import { countRsa } from './rsa-count.ts';

/** The costly work of this process since the call of `countCostly`; counts until it is disposed of. */
export interface CostlyCount extends Disposable {
  /** Fields decrypted by RSA, in any thread. */
  readonly decryptions: number;
  /** Passwords sent to the hashing threads. */
  readonly passwords: number;
  /** Keys derived by PBKDF2 for our own captchas. */
  readonly derivations: number;
}

/** Counts at Node.js itself, like `countRsa`. */
export function countCostly(): CostlyCount {
  const rsa = countRsa();
  const count = { passwords: 0, derivations: 0 };
  const hook = createHook({
    init(_id, type) {
      if (type === 'PBKDF2REQUEST') count.derivations += 1;
    },
  }).enable();
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own worker below
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function counted(this: Worker, message: unknown, ...rest) {
    if (Array.isArray(message)) count.passwords += message.length;
    postMessage.call(this, message, ...rest);
  };
  return {
    get decryptions() {
      return rsa.onEventLoop + rsa.inThreads;
    },
    get passwords() {
      return count.passwords;
    },
    get derivations() {
      return count.derivations;
    },
    [Symbol.dispose]() {
      rsa[Symbol.dispose]();
      hook.disable();
      Worker.prototype.postMessage = postMessage;
    },
  };
}
