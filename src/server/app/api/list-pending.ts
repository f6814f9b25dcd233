import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';

/** A row of the contract without a handler. */
export interface PendingCall {
  readonly group: string;
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** Rows without a handler, which answer 404. Compared by the served method and path. */
export function listPending(calls: readonly BoundCalls[]): PendingCall[] {
  const served = new Set(calls.flat().map(({ endpoint }) => address(endpoint)));
  return Object.entries(allEndpoints).flatMap(([group, rows]) =>
    Object.entries<Endpoint>(rows)
      .filter(([, endpoint]) => !served.has(address(endpoint)))
      .map(([name, endpoint]) => ({ group, name, endpoint })),
  );
}

function address({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
