import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { Trials } from '#server/core/apps/developer/trials.repository.ts';
import { sha256 } from '#server/platform/ids.ts';
import { authorizer } from '../tokens/authorizer.ts';

interface LibraryClient {
  readonly clientId: string;
  redirectUriAllowed: (this: LibraryClient, address: string) => boolean;
}

/** The runs that the sender of a request may answer to, found before the library asks for the address. */
const liveRuns = new WeakMap<object, readonly { readonly client_id: string; readonly state_hash: string }[]>();

/** Finds the live runs of the signed-in person; for a request pushed beforehand, which has no browser, all of them. */
export async function findTrials(
  runs: Trials,
  { ctx, at }: { readonly ctx: Pick<KoaContextWithOIDC, 'req' | 'path'>; readonly at: number },
) {
  const accountId = authorizer.getStore()?.session?.accountId;
  if (ctx.path === '/oidc/par') liveRuns.set(ctx.req, await runs.allLive(at));
  else if (ctx.path.startsWith('/oidc/auth') && accountId !== undefined) liveRuns.set(ctx.req, await runs.live({ accountId, at }));
}

/**
 * The address of trials counts as registered only for a request of a live run: its app, its `state`, and in a browser
 * its account.
 */
export function allowTryAddress(provider: Provider, address: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing in the library's types
  const library = provider.Client.prototype as unknown as LibraryClient;
  const registered = library.redirectUriAllowed;
  library.redirectUriAllowed = function allowed(this: LibraryClient, given: string): boolean {
    if (given !== address) return registered.call(this, given);
    const ctx = Provider.ctx;
    const state = ctx?.oidc.params?.['state'];
    if (ctx === undefined || typeof state !== 'string') return false;
    const hash = sha256(state);
    return (liveRuns.get(ctx.req) ?? []).some((run) => run.client_id === this.clientId && run.state_hash === hash);
  };
}
