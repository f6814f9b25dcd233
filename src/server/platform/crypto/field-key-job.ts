import { type Clock, minute } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { FieldKeys } from './field-keys.ts';

/**
 * A new instance makes no key for this time: the instance of another version that it replaces may be unable to use the
 * key.
 */
const settlingMs = 10 * minute;

/** Keeps the keys for encrypted fields fresh. Keys are announced before their use, so that a run may fail. */
export function fieldKeyJob({ keys, clock }: { readonly keys: FieldKeys; readonly clock: Clock }): Job {
  const settledAt = clock.now() + settlingMs;
  return {
    everyMs: minute,
    removes: { rows: 'because their key has retired', held: 'go, because they are of no account' },
    failure: 'the keys for encrypted fields could not be renewed',
    run: () => (clock.now() < settledAt ? keys.refresh() : keys.keep()),
  };
}
