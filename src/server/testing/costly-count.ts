import { createHook } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import { countRsa } from './rsa-count.ts';

/** What this process has done of costly work since `countCostly` was called; it stops counting when it is disposed of. */
export interface CostlyCount extends Disposable {
  /** Fields decrypted by RSA, wherever. */
  readonly decryptions: number;
  /** Passwords given to the threads that hash. */
  readonly passwords: number;
  /** Keys derived by PBKDF2, which captchas of our own are made of. */
  readonly derivations: number;
}

/** Counts at Node.js itself, as `countRsa`. */
export function countCostly(): CostlyCount {
  const rsa = countRsa();
  const count = { passwords: 0, derivations: 0 };
  const hook = createHook({
    init(_id, type) {
      if (type === 'PBKDF2REQUEST') count.derivations += 1;
    },
  }).enable();
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the worker that it is called on
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
