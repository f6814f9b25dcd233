import { RefusalError } from './refusal-error.ts';
import { refusalText } from './refusals.ts';

/** Shown by a card if its data failed to load. */
export interface Failure {
  readonly reason: string;
  readonly onRetry: () => void;
  readonly busy: boolean;
}

export interface Loading {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

/** The failure of a query without older data to show; undefined while it is loading or after it succeeded. */
export function failureOf({ data, error, isFetching, refetch }: Loading): Failure | undefined {
  if (error === null || data !== undefined) return undefined;
  return { reason: error instanceof RefusalError ? refusalText(error) : '', onRetry: () => void refetch(), busy: isFetching };
}
