/** Request status (spec 4), for the global loading bar. */
export const requestStatus = { pending: 1, fulfilled: 2, rejected: 3 } as const;

export type RequestStatus = (typeof requestStatus)[keyof typeof requestStatus];

let running = 0;
let last: RequestStatus = requestStatus.fulfilled;
const listeners = new Set<() => void>();

/** Counts a request or a chunk load until it settles. Returns the same promise. */
export function track<T>(work: Promise<T>): Promise<T> {
  running += 1;
  publish();
  work.then(
    () => settle(requestStatus.fulfilled),
    () => settle(requestStatus.rejected),
  );
  return work;
}

/** `pending` while anything runs, then the result of the last work. */
export function currentStatus(): RequestStatus {
  return running > 0 ? requestStatus.pending : last;
}

export function subscribeStatus(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function settle(status: RequestStatus): void {
  running -= 1;
  last = status;
  publish();
}

function publish(): void {
  for (const listener of listeners) listener();
}
