import type { FastifyRequest } from 'fastify';
import type { CallOutcome } from '#server/capabilities/apps/openid/tokens/authorizer.ts';
import { protocolPaths } from '#server/capabilities/apps/openid/protocol-paths.ts';
import { isPublic } from '#server/core/apps/clients/client.ts';
import type { OpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import { limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { networkOf, networksOf } from '#server/platform/http/requests/client-ip.ts';
import type { RateLimiter, Take } from '#server/platform/limits/rate-limit/rate-limiter.ts';

/**
 * Limits of protocol calls by their cost and by the party that they count for, a minute unless said. Calls that anyone can make
 * count for networks, never for the app that they name, so that a stranger cannot use up the calls of an app.
 */
export const callLimits = {
  /** A request of an app before a sign-in; a larger network has its larger share. */
  begin: { ipv4: 240, ipv4AnHour: 6000, ipv6: 60 },
  /** The same for the code of a device, which is kept for ten minutes. */
  device: { ipv4: 60, ipv4AnHour: 1500, ipv6: 15 },
  beginSignedIn: 60,
  /** Limit of a client that has proven itself; an operator can raise it. */
  client: 6000,
  clientFailed: { clientAndNetwork: 20, network: 300 },
  bearerFailed: 300,
  public: 600,
} as const;

/** Undefined: there is a place. */
export type Waiting = { readonly retryAfter: number } | undefined;

export interface CallCosts {
  /** Looks for a place before the call, and takes it where the call itself is what counts. */
  before(call: Asked): Promise<Waiting>;
  /** Counts the call for the party that it turned out to concern. */
  after(call: Asked, outcome: CallOutcome): Promise<void>;
}

/** A call, with the client that it names without proof. */
export interface Asked {
  readonly path: string | undefined;
  readonly method: string;
  readonly address: string;
  readonly session: Session | undefined;
  readonly clientId: string | undefined;
}

const clientPaths: ReadonlySet<string | undefined> = new Set([
  protocolPaths.token,
  protocolPaths.revocation,
  protocolPaths.introspection,
  protocolPaths.pushedRequest,
]);
const pagePaths: ReadonlySet<string | undefined> = new Set([protocolPaths.authorization, protocolPaths.endSession]);

export function createCallCosts({
  limiter,
  rateFactor,
  clients,
}: {
  readonly limiter: Pick<RateLimiter, 'look' | 'take' | 'takeRead'>;
  readonly rateFactor: number;
  readonly clients: Pick<OpenidClients, 'find'>;
}): CallCosts {
  const place = (key: string, limit: number, windowMs: number = minute): Take => ({
    key: `oidc:${key}`,
    limit: limit * rateFactor,
    windowMs,
  });
  const places = (kind: string, address: string, limit: number): readonly Take[] =>
    networksOf(address).map(({ name, share }) => place(`${kind}:${name}`, limit * share));

  function toBegin(kind: 'begin' | 'device', address: string): readonly Take[] {
    const { ipv4, ipv4AnHour, ipv6 } = callLimits[kind];
    if (address.includes(':')) return places(kind, address, ipv6);
    const anHour = networksOf(address).map(({ name, share }) => place(`${kind}-hour:${name}`, ipv4AnHour * share, hour));
    return [...places(kind, address, ipv4), ...anHour];
  }

  const failed = (address: string, clientId: string): readonly Take[] => [
    place(`client-failed:${clientId.slice(0, 100)}:${networkOf(address)}`, callLimits.clientFailed.clientAndNetwork),
    ...places('client-failed', address, callLimits.clientFailed.network),
  ];
  const proven = (clientId: string, rate: number | null | undefined): Take => place(`client:${clientId}`, rate ?? callLimits.client);

  async function wait(taking: ReturnType<RateLimiter['take']>): Promise<Waiting> {
    const taken = await taking;
    return taken.ok ? undefined : { retryAfter: taken.retryAfterSeconds };
  }

  async function ofClient(address: string, clientId: string): Promise<Waiting> {
    const tooManyFailed = await wait(limiter.look(failed(address, clientId)));
    if (tooManyFailed !== undefined || clientId === '') return tooManyFailed;
    const usual = await wait(limiter.look([proven(clientId, null)]));
    if (usual === undefined) return undefined;
    const rate = (await clients.find(clientId))?.rate;
    return typeof rate === 'number' ? wait(limiter.look([proven(clientId, rate)])) : usual;
  }

  /** Whether anyone can send requests for this client: it keeps no secret, or does not exist. */
  async function isAnyones(clientId: string): Promise<boolean> {
    const client = await clients.find(clientId);
    return client === undefined || isPublic(client);
  }

  return {
    async before({ path, method, address, session, clientId = '' }) {
      if (method === 'OPTIONS') return wait(limiter.takeRead(places('public', address, callLimits.public)));
      if (path === protocolPaths.deviceAuthorization) return wait(limiter.take(toBegin('device', address)));
      if (pagePaths.has(path)) {
        if (session === undefined) return wait(limiter.take(toBegin('begin', address)));
        const own = await wait(limiter.take([place(limitKey('begin-signed-in', session.accountId), callLimits.beginSignedIn)]));
        // A copied session may have used it up: the network of its owner is counted then, as for visitors.
        return own && wait(limiter.take(toBegin('begin', address)));
      }
      if (path === protocolPaths.pushedRequest && (await isAnyones(clientId))) return wait(limiter.take(toBegin('begin', address)));
      if (clientPaths.has(path)) return ofClient(address, clientId);
      if (path === protocolPaths.userinfo) return wait(limiter.look(places('bearer-failed', address, callLimits.bearerFailed)));
      return wait(limiter.takeRead(places('public', address, callLimits.public)));
    },
    async after({ path, method, address, clientId = '' }, { clientId: of, rate, isProven }) {
      if (method === 'OPTIONS') return;
      if (path === protocolPaths.pushedRequest && !isProven && (await isAnyones(clientId))) return;
      if (clientPaths.has(path)) {
        await limiter.take(isProven && of !== undefined ? [proven(of, rate)] : failed(address, clientId));
      } else if (path === protocolPaths.userinfo) {
        await limiter.take(isProven && of !== undefined ? [proven(of, rate)] : places('bearer-failed', address, callLimits.bearerFailed));
      }
    },
  };
}

/** The client that a call names, unproven: in its form, or in its header (RFC 6749 section 2.3.1). */
export function namedClient(request: Pick<FastifyRequest, 'headers'>, form: Readonly<Record<string, unknown>>): string | undefined {
  const basic = basicOf(request.headers.authorization);
  if (basic !== undefined) return basic.id;
  const id = form['client_id'];
  return typeof id === 'string' ? id : undefined;
}

/** Id and secret of a Basic header, decoded; undefined for any other header. */
export function basicOf(header: string | undefined): { readonly id: string; readonly secret: string } | undefined {
  const [, encoded] = /^basic ([\w+/=-]+)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const end = text.indexOf(':');
  if (end < 0) return undefined;
  try {
    const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
    return { id: decode(text.slice(0, end)), secret: decode(text.slice(end + 1)) };
  } catch {
    return undefined;
  }
}
