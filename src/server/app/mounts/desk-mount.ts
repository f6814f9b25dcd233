import { BlockList, isIPv4 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rates } from '#contract/limits.ts';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import type { Desk } from '#server/capabilities/operations/desk/capability.ts';
import type { Db } from '#server/core/database/db.ts';
import { minute, second } from '#server/platform/clock.ts';
import { canonicalIp, trustedProxies } from '#server/platform/http/requests/client-ip.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import { registerCallsAt } from '#server/platform/http/register-endpoints.ts';
import { clientIp, languageOf } from '#server/platform/http/requests/request-call.ts';
import { answerNotFound } from '#server/platform/http/server.ts';
import { networkTakes } from '#server/platform/limits/rate-limit/network-takes.ts';
import type { DeskSite } from '#server/platform/settings/desk.ts';
import { deskAdmission } from './desk-admission.ts';
import { readDeskBuild, type DeskBuild } from './desk-build.ts';
import { deskFloor, deskGate, deskOldBrowserPath, scriptOf } from '#server/app/pages/engine-gate.ts';
import { attribute, hash, text } from '#server/app/pages/escape.ts';
import { registerOldBrowser, type OldBrowserConfig } from '#server/app/pages/old-browser.ts';
import { encodingFor, suffixes } from '#server/app/pages/web-encoding.ts';

/** The routes of the desk exist only where this condition of the router holds: elsewhere its addresses are unknown ones. */
const here = { desk: 'here' } as const;

export interface DeskMountDeps {
  readonly desk: Desk;
  readonly db: Db;
  readonly config: OldBrowserConfig;
  /** The output directory of `npm run build`; by default dist/ of this package. */
  readonly dist?: string | undefined;
}

/**
 * Serves the desk: its calls, its way in, its files, and one document for all of its pages. Everything is bound to its
 * host and its networks by a condition of the router, so that from elsewhere an address of the desk meets what every
 * unknown address meets.
 */
export async function registerDesk(app: FastifyInstance, context: HttpContext, { desk, db, config, dist }: DeskMountDeps): Promise<void> {
  const { site } = desk;
  const place = deskPlace(site, context);
  app.addConstraintStrategy({
    name: 'desk',
    storage() {
      let handler: unknown = null;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router's own handler, as it was given
      return { get: (value) => (value === here.desk ? (handler as never) : null), set: (_value, given) => void (handler = given) };
    },
    deriveConstraint: (request) => (place.holds(request) ? here.desk : undefined),
  });
  if (site.ownHost) {
    const notFound = answerNotFound(context);
    app.addHook('onRequest', (request, reply, done) => {
      const path = request.url.split('?', 1)[0] ?? '';
      const isDesk = path === '/healthz' || path === '/desk' || path.startsWith('/desk/');
      if (isDesk || !place.isHost(request.raw)) done();
      else notFound(request, reply);
    });
  }
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      // Proofs are signed by this clock: it may differ from that of a browser, and of this machine (ADR 29).
      reply.headers({ ...deskHeaders, 'desk-time': String(Math.floor(context.wall.wall() / second)) });
      done();
    });
    const admissionFor = deskAdmission(desk, { context, db });
    registerCallsAt(scope, context, { calls: desk.routes, place: { prefix: '/desk/api', admissionFor, constraints: here } });
    const notFound = answerNotFound(context);
    for (const url of ['/desk/api', '/desk/api/*']) {
      scope.route({ method: ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'], url, constraints: here, onRequest: notFound, handler: notFound });
    }
    registerWay(scope, context, desk);
    const oldBrowser = { path: deskOldBrowserPath, site: desk.site.url, home: '/desk', floor: deskFloor, constraints: here };
    registerOldBrowser(scope, config, oldBrowser);
    registerPages(scope, readDeskBuild(dist));
  });
}

/** Headers of every answer of the desk: nothing is kept, and no other site learns its address. */
const deskHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
} as const;

const documentPolicy = [
  "default-src 'none'",
  `script-src 'self' ${hash(deskGate)}`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Whether a request, as the router sees it, comes to the desk. */
function deskPlace({ url, ownHost, networks }: DeskSite, { config }: Pick<HttpContext, 'config'>) {
  const { host } = new URL(url);
  const isTrusted = trustedProxies(config.trustProxy);
  const allowed = networks.length === 0 ? undefined : blockListOf(networks);
  const isHost = (request: IncomingMessage): boolean => hostOf(request, isTrusted) === host;
  return {
    isHost,
    holds(request: IncomingMessage): boolean {
      if (request.url?.startsWith('/desk') !== true) return false;
      if (ownHost && !isHost(request)) return false;
      if (allowed === undefined) return true;
      const ip = clientIpOf(request, isTrusted);
      return ip !== undefined && allowed.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6');
    },
  };
}

function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

type IsTrusted = (address: string) => boolean;

/** As Fastify reads it: the last word of a trusted proxy, otherwise of the request. */
function hostOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string | undefined {
  const peer = canonicalIp(socket.remoteAddress ?? '');
  const told = peer !== undefined && isTrusted(peer) ? headers['x-forwarded-host'] : undefined;
  return (told === undefined ? headers.host : String(told).split(',').at(-1)?.trim())?.toLowerCase();
}

/** The last address that no trusted proxy has. */
function clientIpOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string | undefined {
  const told = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const hops = [socket.remoteAddress ?? '', ...told.toReversed()];
  for (const [index, hop] of hops.entries()) {
    const address = canonicalIp(hop);
    if (address === undefined || !isTrusted(address) || index === hops.length - 1) return address;
  }
  return undefined;
}

/** The way in: to our own provider, and back with a code. */
function registerWay(app: FastifyInstance, context: HttpContext, desk: Desk): void {
  const { signIn } = rates;
  const take = { key: 'desk way', limit: signIn.perNetwork * context.config.rateFactor, windowMs: signIn.windowSeconds * second };
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const taken = await context.limiter.take(networkTakes(clientIp(request), take));
    if (!taken.ok) reply.code(429).header('retry-after', taken.retryAfterSeconds).type('text/plain; charset=utf-8').send('');
    return taken.ok;
  };
  app.get('/desk/in', { constraints: here }, async (request, reply) => {
    if (!(await admit(request, reply))) return reply;
    const { location, cookie } = desk.beginWay();
    return reply.header('set-cookie', desk.cookies.way(cookie, (15 * minute) / second)).redirect(location, 302);
  });
  app.get('/desk/back', { constraints: here }, async (request, reply) => {
    if (!(await admit(request, reply))) return reply;
    const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
    const cookie = desk.cookies.wayOf(request.headers.cookie);
    const arrival = await desk.finishWay({ cookie, query, clientIp: clientIp(request), requestId: request.id });
    const gone = desk.cookies.way('', 0);
    if ('refused' in arrival) return reply.header('set-cookie', gone).redirect(`/desk/refused/${arrival.refused}`, 303);
    return reply.header('set-cookie', [gone, desk.cookies.entry(arrival.entry, (2 * minute) / second)]).redirect('/desk/enter', 303);
  });
}

function registerPages(app: FastifyInstance, build: DeskBuild | undefined): void {
  if (build !== undefined) serveDeskFiles(app, build);
  for (const url of ['/desk', '/desk/*']) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      constraints: here,
      handler: (request, reply) => {
        reply.type('text/html; charset=utf-8');
        if (build === undefined) return reply.code(503).send(notBuilt);
        return reply.header('content-security-policy', documentPolicy).send(documentOf(request, build));
      },
    });
  }
}

const notBuilt = '<!doctype html><title>Not built</title><p>The desk has not been built yet. Run <code>npm run build</code>.</p>';

function documentOf(request: FastifyRequest, build: DeskBuild): string {
  const { tag } = languageFacts[languageOf(request)];
  return [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${text('Desk')}</title>`,
    ...build.styles.map((href) => `<link rel="stylesheet" href="${attribute(href)}">`),
    `<script>${deskGate}</script><script nomodule src="${scriptOf(deskOldBrowserPath)}"></script>`,
    `<script type="module" src="${attribute(build.entry)}"></script>`,
    '</head><body><div id="root"></div></body></html>',
  ].join('');
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Only files that the build lists exist. They have their hash in the name. */
function serveDeskFiles(app: FastifyInstance, build: DeskBuild): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/desk/assets/:file',
    constraints: here,
    handler: async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      if (!build.assets.includes(path)) return reply.callNotFound();
      const encoding = encodingFor(request.headers['accept-encoding']);
      const bytes = await readFile(join(build.directory, `${path.slice('/desk/'.length)}${suffixes[encoding]}`));
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'Accept-Encoding')
        .type(types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
        .send(bytes);
    },
  });
}
