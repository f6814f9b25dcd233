import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Options, parseOptions } from '@node-rs/argon2';
import { FairLine, stopping, type RefusedWork } from './fair-line.ts';
import type { Source } from './fair-queue.ts';
import type { ForeignHash } from './foreign-hash.ts';
import type { Keyring } from './keyring.ts';
import type { PasswordJob, PasswordResult } from './password-worker.ts';

/**
 * Argon2id in worker threads, as many as cores. A stored hash is a sealed PHC string: a copy of the database without the
 * root key allows no guessing. Callers name the source of the work: sources take turns at the threads (ADR 42). Every
 * working method throws Refusal `unavailable` when too many wait, or when it took too long.
 */
export interface PasswordHasher {
  hash(asked: AskedPassword): Promise<string>;
  /** False for a wrong password and, after the same time, for a stored text that is no hash of our keys. */
  verify(stored: string, asked: AskedPassword): Promise<boolean>;
  /** Takes the time of `verify`, for an account without a password or a missing account. */
  verifyNothing(asked: AskedPassword): Promise<void>;
  /** Whether the password matches a hash from another system. Takes a turn like all others. */
  verifyForeign(stored: ForeignHash, asked: AskedPassword): Promise<boolean>;
  /** Whether a stored hash has another cost than new ones, and should be replaced at the next sign-in. */
  needsRehash(stored: string): boolean;
  /** The number of requests that wait for a thread. */
  waiting(): number;
  /** Refusals since the start, by reason. */
  refused(): Readonly<Record<RefusedWork, number>>;
  close(): Promise<void>;
}

/** A password, and the source of the work. */
export interface AskedPassword {
  readonly password: string;
  readonly source: Source;
}

/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. */
export const recommendedCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
const variant = '$argon2id$v=19$';

/** The cost of a hash: memory in KiB, passes, lanes, bytes. */
export type PasswordCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism' | 'outputLen'>>;

/** At about 10 ms per hash, the whole queue is a third of a second of one core. */
const maxWaiting = 32;
/**
 * A hash fills the caches of its core: the event loop's work between hashes is slow, and cheaper for several at once.
 */
const maxBatch = 8;

const reasons: Readonly<Record<RefusedWork, string>> = {
  full: 'too many passwords of one source wait to be hashed',
  gaveWay: 'a password gave way to one of a quieter source',
  late: 'a password waited too long to be hashed',
};

export function createPasswordHasher({
  keyring,
  threads = availableParallelism(),
  cost = recommendedCost,
}: {
  readonly keyring: Keyring;
  readonly threads?: number;
  readonly cost?: PasswordCost;
}): PasswordHasher {
  const workers = new PasswordWorkers(threads);
  const { memoryCost, timeCost, parallelism } = cost;
  /** 16 bytes of salt and 32 of hash, both arbitrary: no password matches. */
  const nobodysHash = `${variant}m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

  /** The PHC string of a hash that our keys open; undefined for another text. */
  function known(stored: string): string | undefined {
    const phc = opened(keyring, stored);
    return phc?.startsWith(variant) && costOf(phc) !== undefined ? phc : undefined;
  }

  async function matches(phc: string | undefined, { password, source }: AskedPassword): Promise<boolean> {
    const result = await workers.run({ text: password, stored: phc ?? nobodysHash, cost }, source);
    return 'matches' in result && result.matches;
  }

  return {
    async hash({ password, source }) {
      const result = await workers.run({ text: password, cost }, source);
      if (!('hash' in result)) {
        throw new Error('the password worker answered a different request');
      }
      return keyring.seal('password-hash', result.hash);
    },
    async verify(stored, asked) {
      const found = known(stored);
      const same = await matches(found, asked);
      return found !== undefined && same;
    },
    async verifyNothing(asked) {
      await matches(undefined, asked);
    },
    async verifyForeign(foreign, { password, source }) {
      const result = await workers.run({ foreign, password }, source);
      return 'matches' in result && result.matches;
    },
    needsRehash(stored) {
      const found = known(stored);
      const used = found === undefined ? undefined : costOf(found);
      return (
        used === undefined ||
        used.memoryCost !== cost.memoryCost ||
        used.timeCost !== cost.timeCost ||
        used.parallelism !== cost.parallelism ||
        used.outputLen !== cost.outputLen
      );
    },
    waiting: () => workers.waiting,
    refused: () => workers.refused,
    close: () => workers.close(),
  };
}

function opened(keyring: Keyring, stored: string): string | undefined {
  try {
    return keyring.open('password-hash', stored);
  } catch {
    return undefined;
  }
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
}

async function tellEach(batch: readonly Waiting[], results: readonly PasswordResult[]): Promise<void> {
  for (const [n, result] of results.entries()) {
    batch[n]?.resolve(result);
    // The continuation of one request must not delay the others of its batch.
    await nextTurn();
  }
}

/** A fair line in front of workers, which start on first use. */
class PasswordWorkers {
  readonly #threads: number;
  readonly #idle: Worker[] = [];
  readonly #running = new Map<Worker, readonly Waiting[]>();
  readonly #line = new FairLine<Waiting>({ bound: maxWaiting, reasons });
  #closed = false;

  constructor(threads: number) {
    this.#threads = threads;
  }

  get waiting(): number {
    return this.#line.length;
  }

  get refused(): Readonly<Record<RefusedWork, number>> {
    return this.#line.refused;
  }

  async run(job: PasswordJob, source: Source): Promise<PasswordResult> {
    return await new Promise((resolve, reject) => {
      const waiting: Waiting = { job, resolve, reject };
      if (this.#closed) {
        reject(stopping());
        return;
      }
      const worker = this.#free();
      if (worker !== undefined) this.#give(worker, [waiting]);
      else this.#line.add(waiting, { source, refuse: reject });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#line.close();
    for (const { reject } of [...this.#running.values()].flat()) reject(stopping());
    const workers = [...this.#idle.splice(0), ...this.#running.keys()];
    this.#running.clear();
    await Promise.all(workers.map(async (worker) => worker.terminate()));
  }

  #free(): Worker | undefined {
    return this.#idle.pop() ?? (this.#running.size < this.#threads ? this.#start() : undefined);
  }

  #start(): Worker {
    // The worker gets nothing of the process but its module: no flags, no secrets from the environment.
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
    this.#running.set(worker, batch);
    // A worker keeps the process alive only while it works.
    worker.ref();
    worker.postMessage(batch.map(({ job }) => job));
  }

  #giveNext(): void {
    if (this.#closed || this.#line.length === 0) return;
    const worker = this.#free();
    if (worker === undefined) return;
    // Half of a worker's share: no request waits longer for its batch than the requests behind it wait anyway.
    const share = Math.min(Math.ceil(this.#line.length / (2 * this.#threads)), maxBatch);
    const batch = Array.from({ length: share }, () => this.#line.next());
    this.#give(
      worker,
      batch.filter((waiting) => waiting !== undefined),
    );
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
}
