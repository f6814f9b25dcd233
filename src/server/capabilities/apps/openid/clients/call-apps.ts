import { AsyncLocalStorage } from 'node:async_hooks';
import Provider from 'oidc-provider';
import type { OpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import { second } from '#server/platform/clock.ts';
import { callPublic } from '#server/platform/outbound/call-public.ts';
import { fetchClientKeys } from './client-assertions.ts';

const timeoutMs = 5 * second;
const mostBytes = 16 * 1024;

/** The app that is notified of a sign-out: the library does not name it in the call. */
const told = new AsyncLocalStorage<string>();

interface LibraryClient {
  readonly clientId: string;
  backchannelLogout(accountId: string, sid: string): Promise<void>;
}

/** Names the app of every logout token to `callApp`. */
export function nameToldApps(provider: Provider): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing in the library's types
  const library = provider.Client.prototype as unknown as LibraryClient;
  // oxlint-disable-next-line typescript/unbound-method -- called below with the client as its `this`
  const { backchannelLogout } = library;
  library.backchannelLogout = function tell(this: LibraryClient, accountId, sid): Promise<void> {
    return told.run(this.clientId, () => backchannelLogout.call(this, accountId, sid));
  };
}

/**
 * Reads the keys of an app at its address, or tells it of a sign-out. The operator's apps may listen inside the house;
 * a developer's are called only at public addresses, and so is every app that is unknown by now.
 */
export async function callApp(
  { clients }: { readonly clients: OpenidClients },
  address: string | URL | Request,
  options: RequestInit,
): Promise<Response> {
  const url = new URL(address instanceof Request ? address.url : address);
  const { method = 'GET', headers = {}, body = null, signal = null } = options;
  const asking = told.getStore() ?? Provider.ctx?.oidc.client?.clientId;
  const isOperators = asking !== undefined && (await clients.findRegistration(asking))?.ownerId === null;
  if (method === 'GET') return fetchClientKeys(url, { isOperators });
  if (isOperators) return fetch(url, { method, headers, body, signal, redirect: 'manual' });
  const text = await new Response(body).text();
  const call = { method: 'POST', headers: Object.fromEntries(new Headers(headers)), body: text, timeoutMs, maxBytes: mostBytes } as const;
  const { status } = await callPublic(url, call);
  return new Response(null, { status });
}
