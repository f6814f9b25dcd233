import Provider, { errors, type Client, type KoaContextWithOIDC } from 'oidc-provider';
import { isScope } from '#contract/vocabulary/scopes.ts';
import { authorizer } from '../tokens/authorizer.ts';
import { lacksAbroad, whyClosed, type AbroadDeps, type AppUser, type GateDeps, type WhyClosed } from './open-app.ts';

const reasons: Readonly<Record<WhyClosed, string>> = {
  test: 'the app is being tested',
  suspended: 'the app is suspended',
  children: 'the app is not for children',
};

/** Why nobody, or not this person, may sign in to an app now: a page says it, and the app is not told. */
export class ClosedApp extends errors.CustomOIDCProviderError {
  readonly why: WhyClosed;

  constructor(why: WhyClosed) {
    super('access_denied', reasons[why]);
    this.why = why;
    this.allow_redirect = false;
  }
}

/** Whether a token of this account for this client may be made or used: state, testers and consents are read each time. */
export async function mayHaveToken(deps: GateDeps & AbroadDeps, client: Client | undefined, person: AppUser): Promise<boolean> {
  if (client === undefined) return true;
  const { clientId } = client;
  if ((await whyClosed(deps, clientId, person)) !== undefined) return false;
  return !(await lacksAbroad(deps, { clientId, accountId: person.id }));
}

/**
 * Lets a signed-in person pass to the consent or back to the app.
 * @throws {ClosedApp}
 */
export async function passGate(deps: GateDeps, { oidc }: KoaContextWithOIDC): Promise<void> {
  const person = authorizer.getStore()?.session;
  if (oidc.client === undefined || person === undefined) return;
  const why = await whyClosed(deps, oidc.client.clientId, person.account);
  if (why !== undefined) throw new ClosedApp(why);
}

/** Whether an app of this id exists and is suspended or deleted. */
export async function isSuspended({ apps }: GateDeps, clientId: string): Promise<boolean> {
  const found = await apps.clients.findRegistration(clientId);
  return found?.state === 'suspended' || found?.state === 'deleted';
}

interface LibraryClient {
  readonly grantTypes?: readonly string[];
  readonly scope?: string;
  grantTypeAllowed: (this: LibraryClient, type: string) => boolean;
  responseTypeAllowed: (this: LibraryClient, type: string) => boolean;
}

/**
 * Leaves out of a request the scopes of ours that the app's registration does not have (RFC 6749 section 3.3). The library
 * refuses such a request; it asks for the response type, or for the device grant, before it looks at the scopes.
 */
export function leaveScopesOut(provider: Provider, leftOut: (ctx: KoaContextWithOIDC, scopes: readonly string[]) => void): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing in the library's types
  const library = provider.Client.prototype as unknown as LibraryClient;
  const { responseTypeAllowed, grantTypeAllowed } = library;
  function cut(client: LibraryClient): void {
    const { ctx } = Provider;
    const { params } = ctx?.oidc ?? {};
    if (ctx === undefined || params === undefined || typeof params['scope'] !== 'string') return;
    const allowed = new Set(client.scope?.split(' '));
    const asked = params['scope'].split(' ');
    const others = asked.filter((scope) => isScope(scope) && !allowed.has(scope));
    if (others.length === 0) return;
    params['scope'] = asked.filter((scope) => !others.includes(scope)).join(' ') || undefined;
    leftOut(ctx, others);
  }
  library.responseTypeAllowed = function allows(this: LibraryClient, type: string): boolean {
    cut(this);
    return responseTypeAllowed.call(this, type);
  };
  library.grantTypeAllowed = function allows(this: LibraryClient, type: string): boolean {
    if (Provider.ctx?.oidc.route === 'device_authorization') cut(this);
    return grantTypeAllowed.call(this, type);
  };
}

/**
 * Answers `unauthorized_client` to an app that may use no grant, because it is suspended or deleted, and to one that asks
 * for a grant that it does not have (RFC 6749 section 5.2).
 */
export function refuseGrants(provider: Provider): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing in the library's types
  const library = provider.Client.prototype as unknown as LibraryClient;
  const allowed = library.grantTypeAllowed;
  library.grantTypeAllowed = function allows(this: LibraryClient, type: string): boolean {
    if (this.grantTypes?.length === 0) throw new errors.UnauthorizedClient('the app is suspended');
    const isAllowed = allowed.call(this, type);
    if (!isAllowed && asksFor(type)) throw new errors.UnauthorizedClient('the app is not registered for this grant');
    return isAllowed;
  };
}

/** Whether the present request asks for this grant, and the library does not only ask itself. */
function asksFor(type: string): boolean {
  const oidc = Provider.ctx?.oidc;
  return oidc?.route === 'device_authorization' || (oidc?.route === 'token' && oidc.params?.['grant_type'] === type);
}
