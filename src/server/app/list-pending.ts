import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints/all.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';

/** A row of the contract that no handler is bound to. */
export interface PendingCall {
  readonly group: string;
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** The rows without a handler: they answer 404 until their work lands. Compared by method and path, which is what is served. */
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
