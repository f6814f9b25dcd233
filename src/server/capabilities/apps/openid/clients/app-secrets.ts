import { timingSafeEqual } from 'node:crypto';
import Provider from 'oidc-provider';
import type { OpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import type { Clock } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/ids.ts';

interface LibraryClient {
  readonly clientId: string;
  readonly clientSecret: string;
  compareClientSecret(given: string): Promise<boolean>;
}

/** Replaces the library's comparison of one readable secret: a client may have two, and both are kept as hashes. */
export function compareHashes(provider: Provider, { clients, clock }: { readonly clients: OpenidClients; readonly clock: Clock }): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing in the library's types
  const library = provider.Client.prototype as unknown as LibraryClient;
  library.compareClientSecret = async function compare(this: LibraryClient, given: string): Promise<boolean> {
    const hash = sha256(given);
    const isOne = this.clientSecret
      .split(' ')
      .map((known) => known.length === hash.length && timingSafeEqual(Buffer.from(known), Buffer.from(hash)))
      .includes(true);
    if (!isOne) await noteEnded(clients, this.clientId, hash);
    if (isOne) await clients.secrets.touch({ clientId: this.clientId, hash, day: new Date(clock.now()).toISOString().slice(0, 10) });
    return isOne;
  };
}

/** When the secret of a request ended, for requests with an ended one; in milliseconds. */
const endedSecrets = new WeakMap<object, number>();

/** Notes that the given secret was one of the app's and has ended: its developer reads it in the log. */
async function noteEnded(clients: OpenidClients, clientId: string, hash: string): Promise<void> {
  const ended = (await clients.secrets.list(clientId)).find((one) => one.hash === hash);
  const request = Provider.ctx?.req;
  if (ended?.endsAt != null && request !== undefined) endedSecrets.set(request, ended.endsAt);
}

/** When the secret of this request ended; undefined unless it is one that has. */
export function endedSecretOf({ req }: { readonly req: object }): number | undefined {
  return endedSecrets.get(req);
}
