import { availableParallelism } from 'node:os';
import { createHmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Options, parseOptions } from '@node-rs/argon2';
import { Refusal } from '#server/platform/refusal.ts';
import type { Keyring } from './keyring.ts';
import type { PasswordJob, PasswordResult } from './password-worker.ts';

/**
 * Argon2id behind worker threads, as many as cores. A stored hash is `<pepper key>$argon2id$…`: a PHC string of the password's
 * HMAC, so that a copy of the database alone allows no guessing. Every method throws Refusal `unavailable` when too many wait.
 */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False for a wrong password and, after the same time, for a stored text that is no hash of this pepper. */
  verify(stored: string, password: string): Promise<boolean>;
  /** Takes the time of `verify`, for an account that has no password or is not there. */
  verifyNothing(password: string): Promise<void>;
  /** Whether a stored hash was made with another pepper or cost than now, and should be replaced at the next sign-in. */
  needsRehash(stored: string): boolean;
  /** How many wait for a thread just now. */
  waiting(): number;
  close(): Promise<void>;
}

/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. */
const recommendedCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
const variant = '$argon2id$v=19$';

/** What a hash costs: memory in KiB, passes, lanes, bytes. */
export type PasswordCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism' | 'outputLen'>>;

const maxWaiting = 32;
const maxWaitMs = 5000;
/** A hash uses the caches of its core for itself: what the event loop does between two of them is slow, and faster for several at once. */
const maxBatch = 8;

export function createPasswordHasher({
  keyring,
  threads = availableParallelism(),
  cost = recommendedCost,
}: {
  readonly keyring: Keyring;
  readonly threads?: number;
  readonly cost?: PasswordCost;
}): PasswordHasher {
  const pepper = keyring.key('password-pepper');
  const pepperId = keyring.mac('password-pepper-id').slice(0, 8);
  const workers = new PasswordWorkers(threads);
  const { memoryCost, timeCost, parallelism } = cost;
  /** 16 bytes of salt and 32 of hash, both arbitrary: nobody has this password. */
  const nobodysHash = `${variant}m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

  // As text, because the library compares UTF-8 only.
  function pepperedOf(password: string): string {
    return createHmac('sha256', pepper).update(password).digest('base64url');
  }

  /** The PHC string of a hash that this pepper can check. */
  function phcOf(stored: string): string | undefined {
    const prefix = `${pepperId}$`;
    const phc = stored.startsWith(prefix) ? stored.slice(pepperId.length) : undefined;
    return phc?.startsWith(variant) === true && costOf(phc) !== undefined ? phc : undefined;
  }

  async function matches(phc: string, password: string): Promise<boolean> {
    const result = await workers.run({ peppered: pepperedOf(password), stored: phc, cost });
    return 'matches' in result && result.matches;
  }

  return {
    async hash(password) {
      const result = await workers.run({ peppered: pepperedOf(password), cost });
      if (!('hash' in result)) {
        throw new Error('the password worker answered another question');
      }
      return pepperId + result.hash;
    },
    async verify(stored, password) {
      const phc = phcOf(stored);
      const same = await matches(phc ?? nobodysHash, password);
      return phc !== undefined && same;
    },
    async verifyNothing(password) {
      await matches(nobodysHash, password);
    },
    needsRehash(stored) {
      const phc = phcOf(stored);
      const used = phc === undefined ? undefined : costOf(phc);
      return (
        used === undefined ||
        used.memoryCost !== cost.memoryCost ||
        used.timeCost !== cost.timeCost ||
        used.parallelism !== cost.parallelism ||
        used.outputLen !== cost.outputLen
      );
    },
    waiting: () => workers.waiting,
    close: () => workers.close(),
  };
}

function costOf(phc: string): ReturnType<typeof parseOptions> | undefined {
  try {
    return parseOptions(phc);
  } catch {
    return undefined;
  }
}

interface Waiting {
  readonly job: PasswordJob;
  readonly resolve: (result: PasswordResult) => void;
  readonly reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
}

async function tellEach(batch: readonly Waiting[], results: readonly PasswordResult[]): Promise<void> {
  for (const [n, result] of results.entries()) {
    batch[n]?.resolve(result);
    // What follows for one must not keep the other requests waiting for what follows for all.
    await nextTurn();
  }
}

/** A bounded queue in front of workers that are started when they are first needed. */
class PasswordWorkers {
  readonly #threads: number;
  readonly #idle: Worker[] = [];
  readonly #running = new Map<Worker, readonly Waiting[]>();
  readonly #queue: Waiting[] = [];
  #closed = false;

  constructor(threads: number) {
    this.#threads = threads;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  async run(job: PasswordJob): Promise<PasswordResult> {
    return await new Promise((resolve, reject) => {
      const waiting: Waiting = { job, resolve, reject };
      if (this.#closed) {
        reject(new Refusal('unavailable', { reason: 'the server is stopping' }));
        return;
      }
      const worker = this.#free();
      if (worker !== undefined) {
        this.#give(worker, [waiting]);
      } else if (this.#queue.length < maxWaiting) {
        waiting.timer = setTimeout(() => this.#expire(waiting), maxWaitMs);
        this.#queue.push(waiting);
      } else {
        reject(new Refusal('unavailable', { retryAfter: 1, reason: 'too many passwords wait to be hashed' }));
      }
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const stopping = new Refusal('unavailable', { reason: 'the server is stopping' });
    for (const waiting of [...this.#queue.splice(0), ...[...this.#running.values()].flat()]) {
      clearTimeout(waiting.timer);
      waiting.reject(stopping);
    }
    const workers = [...this.#idle.splice(0), ...this.#running.keys()];
    this.#running.clear();
    await Promise.all(workers.map(async (worker) => worker.terminate()));
  }

  #free(): Worker | undefined {
    return this.#idle.pop() ?? (this.#running.size < this.#threads ? this.#start() : undefined);
  }

  #start(): Worker {
    // Nothing of the process reaches the worker but the module it runs: no flags, no secrets from the environment.
    const worker = new Worker(new URL('./password-worker.ts', import.meta.url), { name: 'password-hasher', execArgv: [], env: {} });
    worker.on('message', (results: readonly PasswordResult[]) => {
      const done = this.#running.get(worker) ?? [];
      this.#running.delete(worker);
      worker.unref();
      this.#idle.push(worker);
      this.#giveNext();
      void tellEach(done, results);
    });
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('a password worker has ended')));
    return worker;
  }

  #give(worker: Worker, batch: readonly Waiting[]): void {
    for (const { timer } of batch) clearTimeout(timer);
    this.#running.set(worker, batch);
    // A worker holds the process only while it works.
    worker.ref();
    worker.postMessage(batch.map(({ job }) => job));
  }

  #giveNext(): void {
    if (this.#closed || this.#queue.length === 0) return;
    const worker = this.#free();
    // Half of a worker's share: nobody waits longer for the others of a batch than those behind it waited anyway.
    const share = Math.ceil(this.#queue.length / (2 * this.#threads));
    if (worker !== undefined) this.#give(worker, this.#queue.splice(0, Math.min(share, maxBatch)));
  }

  #lose(worker: Worker, error: unknown): void {
    const idle = this.#idle.indexOf(worker);
    if (idle >= 0) {
      this.#idle.splice(idle, 1);
    }
    const lost = this.#running.get(worker) ?? [];
    this.#running.delete(worker);
    for (const { reject } of lost) reject(error instanceof Error ? error : new Error(String(error)));
    this.#giveNext();
  }

  #expire(waiting: Waiting): void {
    this.#queue.splice(this.#queue.indexOf(waiting), 1);
    waiting.reject(new Refusal('unavailable', { retryAfter: 1, reason: 'a password waited too long to be hashed' }));
  }
}
