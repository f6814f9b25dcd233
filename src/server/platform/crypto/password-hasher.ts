import { availableParallelism } from 'node:os';
import { createHmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Options, parseOptions } from '@node-rs/argon2';
import { FairLine, stopping, type RefusedWork } from './fair-line.ts';
import type { Source } from './fair-queue.ts';
import type { ForeignHash } from './foreign-hash.ts';
import type { Keyring } from './keyring.ts';
import { pepperIdOf, readStoredHash, storedHash } from './stored-hash.ts';
import type { PasswordJob, PasswordResult } from './password-worker.ts';

/**
 * Argon2id behind worker threads, as many as cores. A stored hash (`stored-hash.ts`) is sealed, or a PHC string of the
 * password's HMAC with a pepper: a copy of the database alone allows no guessing. Whoever asks names the source that
 * the work is done for: sources take turns at the threads (ADR 35). Every method that works throws Refusal
 * `unavailable` when too many wait, or when it took too long.
 */
export interface PasswordHasher {
  hash(asked: AskedPassword): Promise<string>;
  /** False for a wrong password and, after the same time, for a stored text that is no hash of our keys. */
  verify(stored: string, asked: AskedPassword): Promise<boolean>;
  /** Takes the time of `verify`, for an account that has no password or is not there. */
  verifyNothing(asked: AskedPassword): Promise<void>;
  /** Whether it is the password of a hash that another system made. Takes a turn as all others do. */
  verifyForeign(stored: ForeignHash, asked: AskedPassword): Promise<boolean>;
  /**
   * Whether a stored hash was made in another way or at another cost than now, and should be replaced at the next
   * sign-in.
   */
  needsRehash(stored: string): boolean;
  /** How many wait for a thread just now. */
  waiting(): number;
  /** How many were refused since the start, by reason. */
  refused(): Readonly<Record<RefusedWork, number>>;
  close(): Promise<void>;
}

/** A password, and whom the work is done for. */
export interface AskedPassword {
  readonly password: string;
  readonly source: Source;
}

/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. */
export const recommendedCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
const variant = '$argon2id$v=19$';

/** What a hash costs: memory in KiB, passes, lanes, bytes. */
export type PasswordCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism' | 'outputLen'>>;

/** At some 10 ms for a hash the whole queue is a third of a second of one core. */
const maxWaiting = 32;
/** A hash uses the caches of its core for itself: what the event loop does between two of them is slow, and faster for several at once. */
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
  const peppers = new Map(keyring.generationsOf('password-pepper').map((each) => [pepperIdOf(each), each.key('password-pepper')]));
  const ownPepper = keyring.namesKeys ? undefined : pepperIdOf(keyring);
  const workers = new PasswordWorkers(threads);
  const { memoryCost, timeCost, parallelism } = cost;
  /** 16 bytes of salt and 32 of hash, both arbitrary: nobody has this password. */
  const nobodysHash = `${variant}m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

  /**
   * What is hashed: the password itself, or with a pepper its HMAC, as text, because the library compares UTF-8 only.
   */
  function hashed(password: string, pepperId: string | undefined): string {
    const pepper = pepperId === undefined ? undefined : peppers.get(pepperId);
    return pepper === undefined ? password : createHmac('sha256', pepper).update(password).digest('base64url');
  }

  /** A hash that our keys can check. */
  function known(stored: string): { readonly phc: string; readonly pepperId: string | undefined } | undefined {
    const read = readStoredHash(keyring, stored);
    if (read === undefined || (read.pepperId !== undefined && !peppers.has(read.pepperId))) return undefined;
    return read.phc.startsWith(variant) && costOf(read.phc) !== undefined ? read : undefined;
  }

  async function matches(stored: ReturnType<typeof known>, { password, source }: AskedPassword): Promise<boolean> {
    const { phc, pepperId } = stored ?? { phc: nobodysHash, pepperId: ownPepper };
    const result = await workers.run({ text: hashed(password, pepperId), stored: phc, cost }, source);
    return 'matches' in result && result.matches;
  }

  return {
    async hash({ password, source }) {
      const result = await workers.run({ text: hashed(password, ownPepper), cost }, source);
      if (!('hash' in result)) {
        throw new Error('the password worker answered another question');
      }
      return storedHash(keyring, { phc: result.hash, pepperId: ownPepper });
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
      const used = found && costOf(found.phc);
      return (
        used === undefined ||
        // What is sealed is as good; only another pepper than ours is one to be left behind.
        (found?.pepperId !== undefined && found.pepperId !== ownPepper) ||
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
    // What follows for one must not keep the other requests waiting for what follows for all.
    await nextTurn();
  }
}

/** A fair line in front of workers that are started when they are first needed. */
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
    this.#running.set(worker, batch);
    // A worker holds the process only while it works.
    worker.ref();
    worker.postMessage(batch.map(({ job }) => job));
  }

  #giveNext(): void {
    if (this.#closed || this.#line.length === 0) return;
    const worker = this.#free();
    if (worker === undefined) return;
    // Half of a worker's share: nobody waits longer for the others of a batch than those behind it waited anyway.
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
