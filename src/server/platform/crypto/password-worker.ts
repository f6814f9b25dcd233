import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';
import type { ForeignHash } from './foreign-hash.ts';

/** A job from `password-hasher.ts`, sent in batches: hash, or compare with a stored hash. */
export type PasswordJob =
  | {
      /** The password. */
      readonly text: string;
      /** PHC string to compare with. */
      readonly stored?: string;
      readonly cost: Options;
    }
  | { readonly foreign: ForeignHash; readonly password: string };

export type PasswordResult = { readonly hash: string } | { readonly matches: boolean };

// On Linux this lowers only the calling thread: other requests go first while passwords are hashed.
if (process.platform === 'linux') {
  setPriority(0, 10);
}

// One batch at a time: the next one comes after this one's answer. An exception ends the worker; a new one replaces it.
parentPort?.on('message', (jobs: readonly PasswordJob[]) => {
  void answer(jobs).then((results) => parentPort?.postMessage(results));
});

async function answer(jobs: readonly PasswordJob[]): Promise<readonly PasswordResult[]> {
  const results: PasswordResult[] = [];
  for (const job of jobs) results.push(await resultOf(job));
  return results;
}

async function resultOf(job: PasswordJob): Promise<PasswordResult> {
  if ('foreign' in job) {
    // Few sites have imported accounts: the others do not load the code for their hashes.
    const { verifyForeignHash } = await import('./foreign-hash.ts');
    return { matches: await verifyForeignHash(job.foreign, job.password) };
  }
  const { text, stored, cost } = job;
  return stored === undefined ? { hash: hashSync(text, cost) } : { matches: verifySync(stored, text) };
}
