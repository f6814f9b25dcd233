import { RefusalError } from './refusal-error.ts';
import { refusalText } from './refusals.ts';

/** What a card shows instead of data that could not be loaded. */
export interface Failure {
  readonly reason: string;
  readonly onRetry: () => void;
  readonly busy: boolean;
}

interface Loading {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** The failure of a query, if there is nothing older to show; undefined while it may still come, or is there. */
export function failureOf({ data, error, isFetching, refetch }: Loading): Failure | undefined {
  if (error === null || data !== undefined) return undefined;
  return { reason: error instanceof RefusalError ? refusalText(error) : '', onRetry: () => void refetch(), busy: isFetching };
}
