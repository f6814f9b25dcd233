import { isRefusal } from '#web/lib/api/refusal-error.ts';

/** How it ends on the phone. */
export type QrEnd = 'done' | 'far' | 'stopped' | 'wrong' | 'over' | 'young' | 'tooMany';

/** The end that a refusal means; undefined for a failure that may pass. */
export function endOf(error: unknown): QrEnd | undefined {
  if (isRefusal(error, 'qrOver')) return 'over';
  if (isRefusal(error, 'qrMismatch')) return 'wrong';
  if (isRefusal(error, 'forbidden')) return 'young';
  return isRefusal(error, 'tooFrequent') ? 'tooMany' : undefined;
}
