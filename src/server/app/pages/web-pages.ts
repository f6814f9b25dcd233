import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as idle } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import { languages, type Language } from '#contract/vocabulary/languages.ts';
import type { Region } from '#contract/vocabulary/regions.ts';
import { accountHome, resolveContinue } from '#server/core/sign-in/continue-url/continue.ts';
import type { Sessions } from '#server/core/sign-in/sessions/sessions.ts';
import { widgetOf } from '#server/platform/limits/captcha/open-captchas.ts';
import type { Logo } from '#server/platform/settings/brand.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { cookieNames, readCookie } from '#server/platform/http/sessions/cookies.ts';
import { acceptedLanguage, chosenLanguage, languageOfHeader } from '#server/platform/http/sessions/language.ts';
import { opensPopups } from '#server/platform/http/security-headers.ts';
import { transport } from '#server/platform/http/server.ts';
import { readWebBuild, rendererUrl, type WebBuild } from './web-build.ts';
import { fileSources, type FileSources } from '#server/app/file-sources.ts';
import { engineFloor, oldBrowserPath } from './engine-gate.ts';
import { registerOldBrowser } from './old-browser.ts';
import { ancestorsOf, handedOverDocument, handedOverPath, type Embedded } from './embedded-document.ts';
import { inWindow, leadInWindow, windowOf } from './embedded-window.ts';
import { documentOf, type WebDocument } from './web-document.ts';
import { isFromVendor, isVendor, urlOf } from '#server/app/vendor-mode.ts';
import { compress, encodingFor, suffixes, type Encoding } from './web-encoding.ts';
import type { ClientConfig, PageInfo, PageVariant, WebRenderer } from './web-renderer.ts';

export interface WebPagesDeps {
  readonly config: Pick<
    Config,
    'publicUrl' | 'cookieDomain' | 'followQrUrl' | 'brand' | 'vendor' | 'supportEmail' | 'captcha' | 'objectStorage' | 'embedHosts'
  >;
  /** Configuration in the page for the application: the same as `GET /api/config.json`. */
  readonly clientConfig: ClientConfig;
  readonly sessions: Pick<Sessions, 'find'>;
  /** The region of a request. */
  readonly regionOf: (request: FastifyRequest) => Region;
  /** The output directory of `npm run build`; by default dist/ of this package. */
  readonly dist?: string;
}

/** Prefixes without pages: their own handlers answer unknown paths. */
const foreign = ['/api', '/dev', '/events', '/oidc', '/.well-known', '/healthz', '/readyz', '/metrics', '/assets', '/brand'];

/**
 * Serves the web application: its files (cached without limit), and for every other path the page of the route table,
 * drawn once per language and vendor mode and kept compressed. Without a build it says so.
 */
export function registerWebPages(app: FastifyInstance, deps: WebPagesDeps): void {
  const build = readWebBuild(deps.dist);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/.well-known/change-password',
    handler: (_request, reply) => reply.redirect('/edit-password', 302),
  });
  serveFollowQr(app, deps.config.followQrUrl);
  registerOldBrowser(app, deps.config, { path: oldBrowserPath, site: deps.config.publicUrl, home: accountHome, floor: engineFloor });
  serveLogos(app, [deps.config.brand.logo, deps.config.vendor.brand.logo]);
  if (build === undefined) {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      handler: (request, reply) => {
        if (isForeign(request)) return reply.callNotFound();
        if (opensForApps(urlOf(request.url).pathname)) reply.headers(opensPopups);
        return sayNotBuilt(reply);
      },
    });
    return;
  }
  serveAssets(app, build);
  const pages = new WebPages(build, { clientConfig: deps.clientConfig, files: fileSources(deps.config) });
  const { CN, DE } = deps.config.captcha;
  const widgets = { CN: CN && widgetOf(CN), DE: DE && widgetOf(DE) };
  const { session } = cookieNames(deps.config.publicUrl.startsWith('https:'));
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      if (isForeign(request)) return reply.callNotFound();
      const { renderer } = pages;
      const { pathname, search, searchParams } = urlOf(request.url);
      const window = windowOf(request, deps.config);
      const info = (await renderer()).pageInfo(pathname + search);
      const cookies = request.headers.cookie;
      const asked = { url: request.url, guard: info.guard, session: readCookie(cookies, session) };
      const elsewhere = leadInWindow(request, window) ?? inWindow(await leadOn(deps, asked), window);
      if (opensForApps(pathname) || window !== undefined) reply.headers(opensPopups);
      if (elsewhere !== undefined) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302);
      const wanted = opensForApps(pathname) || window !== undefined ? askedLanguage(search) : undefined;
      const variant = {
        language: wanted ?? chosenLanguage(cookies) ?? languageOfHeader(request.headers['accept-language']),
        vendor: isVendor({ host: request.host, url: request.url }, deps.config.vendor.hostMarker),
        embedded: window && { host: window.host, site: new URL(deps.config.publicUrl).host },
      };
      if (variant.embedded !== undefined && pathname === handedOverPath && searchParams.has('to')) {
        const { html, policy } = handedOverDocument(
          { ...variant, config: deps.clientConfig(variant) },
          { embedded: variant.embedded, build },
        );
        reply.header('content-security-policy', policy).header('cache-control', 'no-store');
        return reply.type('text/html; charset=utf-8').send(html);
      }
      const page = await pages.page(info.key, variant);
      const widget = info.captcha ? widgets[deps.regionOf(request)] : undefined;
      reply
        .code(info.status)
        .header('content-security-policy', page.policyWith(widget, window && ancestorsOf(window.host)))
        .header('cache-control', 'no-cache')
        .header('vary', 'Accept-Encoding, Accept-Language, Cookie')
        .type('text/html; charset=utf-8');
      return send(page.content, { request, reply });
    },
  });
  app.addHook('onListen', () => {
    // Not awaited, and after the first answers: earlier requests draw their page on demand.
    setTimeout(() => void pages.warm().catch(() => undefined), transport.warmAfter).unref();
  });
}

/** Pages on which an app's request can lead a person: sign-in, registration, a lost password, a platform, consent. */
const appPages = [
  '/login',
  '/register',
  '/register/support',
  '/edit-password',
  '/mobile-modify-info/forgotPassword',
  '/consent',
  '/logout',
];

/** The language that an app asks for its person's way (OpenID Connect Core 3.1.2.1). */
function askedLanguage(search: string): Language | undefined {
  return acceptedLanguage(new URLSearchParams(search).get('ui_locales')?.replaceAll(' ', ','));
}

function opensForApps(path: string): boolean {
  return appPages.includes(path) || path.startsWith('/oauth/callback/') || path.startsWith('/account-upgrade/');
}

/** The drawn pages, each made on first use. */
export class WebPages {
  readonly renderer: () => Promise<WebRenderer>;
  readonly #build: WebBuild;
  readonly #clientConfig: ClientConfig;
  readonly #files: FileSources;
  readonly #pages = new Map<string, Promise<{ readonly content: Content; readonly policyWith: WebDocument['policyWith'] }>>();

  constructor(build: WebBuild, { clientConfig, files }: { readonly clientConfig: ClientConfig; readonly files: FileSources }) {
    this.#build = build;
    this.#clientConfig = clientConfig;
    this.#files = files;
    let loading: Promise<WebRenderer> | undefined;
    this.renderer = () => (loading ??= import(rendererUrl(build)) as Promise<WebRenderer>);
  }

  page(key: string, choice: { readonly language: Language; readonly vendor: boolean; readonly embedded?: Embedded | undefined }) {
    const id = `${choice.language} ${choice.vendor} ${choice.embedded?.host.id ?? ''} ${key}`;
    const known = this.#pages.get(id);
    if (known !== undefined) return known;
    const made = this.#draw(key, { ...choice, config: this.#clientConfig(choice) });
    this.#pages.set(id, made);
    made.catch(() => this.#pages.delete(id));
    return made;
  }

  /** Draws and compresses the most requested pages one by one, yielding to requests. */
  async warm(): Promise<void> {
    const { firstPages } = await this.renderer();
    for (const key of firstPages) {
      for (const language of languages) {
        await idle();
        const { content } = await this.page(key, { language, vendor: false });
        await content.encoded('br');
      }
    }
  }

  async #draw(key: string, { embedded, ...variant }: PageVariant & { readonly embedded?: Embedded | undefined }) {
    const renderer = await this.renderer();
    const needsAccount = renderer.pageInfo(key).guard === 'account';
    const { html, policyWith } = documentOf(
      await renderer.renderPage(key, { ...variant, desktopWindow: embedded?.host.bridge === 'qwebchannel' }),
      {
        build: this.#build,
        variant,
        needsAccount,
        files: this.#files,
        embedded,
      },
    );
    return { content: new Content(Buffer.from(html)), policyWith };
  }
}

/** Bytes that are compressed once for each encoding. */
class Content {
  readonly #bytes: Buffer;
  readonly #hash: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  }

  text(): string {
    return this.#bytes.toString('utf8');
  }

  etag(encoding: Encoding): string {
    return `"${this.#hash}-${encoding}"`;
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known !== undefined) return known;
    const made = encoding === 'identity' ? Promise.resolve(this.#bytes) : compress(this.#bytes, encoding);
    this.#encoded.set(encoding, made);
    return made;
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function send(content: Content, { request, reply }: Exchange): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = content.etag(encoding);
  reply.header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const bytes = await content.encoded(encoding);
  if (request.method === 'HEAD') return reply.header('content-length', bytes.length).send();
  return reply.send(bytes);
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Files with their hash in the name, cached without limit. Only files listed by the build exist. */
function serveAssets(app: FastifyInstance, build: WebBuild): void {
  const kept = new Map<string, Promise<Buffer>>();
  app.route({
    method: ['GET', 'HEAD'],
    url: '/assets/:file',
    handler: async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      if (!Object.hasOwn(build.assets, path)) return reply.callNotFound();
      const encoding = encodingFor(request.headers['accept-encoding']);
      const file = join(build.directory, 'web', `${path}${suffixes[encoding]}`);
      let bytes = kept.get(file);
      if (bytes === undefined) {
        bytes = readFile(file);
        kept.set(file, bytes);
        bytes.catch(() => kept.delete(file));
      }
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'Accept-Encoding')
        .header('content-length', (await bytes).length)
        .type(types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
      return reply.send(request.method === 'HEAD' ? undefined : await bytes);
    },
  });
}

/** The QR code of the footer, drawn by the server so that browsers need no code for it. */
function serveFollowQr(app: FastifyInstance, url: string | undefined): void {
  if (url === undefined) return;
  let svg: string | undefined;
  app.get('/follow-qr.svg', (_request, reply) => {
    svg ??= renderSVG(url, { border: 1 });
    return reply.header('cache-control', 'public, max-age=3600').type('image/svg+xml').send(svg);
  });
}

/** Harmless inside pages; sandboxed when opened as a page, in case the check of the file missed something. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function serveLogos(app: FastifyInstance, logos: readonly (Logo | undefined)[]): void {
  const byPath = new Map(logos.flatMap((logo) => (logo === undefined ? [] : [[logo.path, logo]])));
  for (const { path, type, bytes } of byPath.values()) {
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (request, reply) =>
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-security-policy', drawingPolicy)
          .header('content-length', bytes.length)
          .type(type)
          .send(request.method === 'HEAD' ? undefined : bytes),
    });
  }
}

function isForeign(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  return foreign.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

/**
 * The redirect of a request: from an account page without a session to sign-in with the way back, from a visitor's page
 * with a session onward. Checks the session only for visitors' pages: other pages request the account anyway and then
 * go to sign-in.
 */
async function leadOn(
  { config, sessions }: WebPagesDeps,
  { url, guard, session }: { readonly url: string; readonly guard: PageInfo['guard']; readonly session: string | undefined },
): Promise<string | undefined> {
  if (guard === 'account') return session === undefined ? signInUrl(url) : undefined;
  if (guard === 'any' || session === undefined) return undefined;
  const { searchParams } = urlOf(url);
  // The app asks for a fresh sign-in or another account; the existing session does not satisfy that.
  if (searchParams.has('prompt')) return undefined;
  const found = await sessions.find(session);
  if (found.status !== 'live') return undefined;
  return resolveContinue(config.publicUrl, searchParams.get('redirect') ?? undefined);
}

/** Keeps the way back: the requested path and query. The page in between stays in vendor mode. */
function signInUrl(url: string): string {
  const query = new URLSearchParams({ redirect: url, ...(isFromVendor(url) ? { from: 'uos' } : {}) });
  return `/login?${query.toString()}`;
}

function sayNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send('<!doctype html><title>Not built</title><p>The web application has not been built yet. Run <code>npm run build</code>.</p>');
}
