import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

/** What `password-hasher.ts` sends to a worker, several at once: hash, or compare with a stored hash. The password is peppered already. */
export interface PasswordJob {
  readonly peppered: string;
  /** PHC string to compare with. */
  readonly stored?: string;
  readonly cost: Options;
}

export type PasswordResult = { readonly hash: string } | { readonly matches: boolean };

// On Linux this lowers the calling thread alone: while passwords are hashed, other requests go first.
if (process.platform === 'linux') {
  setPriority(0, 10);
}

parentPort?.on('message', (jobs: readonly PasswordJob[]) => {
  parentPort?.postMessage(jobs.map(resultOf));
});

function resultOf({ peppered, stored, cost }: PasswordJob): PasswordResult {
  return stored === undefined ? { hash: hashSync(peppered, cost) } : { matches: verifySync(stored, peppered) };
}
