import type { FastifyInstance, RouteOptions } from 'fastify';
import { encode } from 'uqr';
import { defaultLanguage, languageFacts, languages, type Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill } from '#messages/fill.ts';
import { pathOnSite } from '#server/core/sign-in/continue-url/continue.ts';
import { hour, second } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { acceptedLanguage, chosenLanguage } from '#server/platform/http/sessions/language.ts';
import { ancestorsOf } from './embedded-document.ts';
import { windowOf } from './embedded-window.ts';
import { leaveFor, scriptOf, type EngineFloor } from './engine-gate.ts';
import { isVendor } from '#server/app/vendor-mode.ts';
import { attribute, text } from './escape.ts';

type RouteConstraint = NonNullable<RouteOptions['constraints']>;

export type OldBrowserConfig = Pick<Config, 'publicUrl' | 'brand' | 'vendor' | 'supportEmail' | 'embedHosts'>;

const policyWithin = (ancestors: string): string =>
  `default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors ${ancestors}; base-uri 'none'; form-action 'none'`;

/** A longer address makes a code that phones read badly: it loses its query. */
const longestAddress = 600;

/** Where the page stands. */
interface OldBrowserPlace {
  readonly path: string;
  /** The origin of the addresses that it names. */
  readonly site: string;
  /** Its address, where the wanted one is unknown. */
  readonly home: string;
  readonly floor: EngineFloor;
  readonly constraints?: RouteConstraint;
}

/**
 * The page for browsers below a floor (ADR 13): the address that they wanted, as a QR code and in words. Nothing in
 * it is newer than 2015: no script, a plain style sheet. In the visitor's language, or in all of them.
 */
export function registerOldBrowser(app: FastifyInstance, config: OldBrowserConfig, place: OldBrowserPlace): void {
  const { site, home, floor, constraints = {} } = place;
  const style = `${place.path}.css`;
  app.route({
    method: ['GET', 'HEAD'],
    url: place.path,
    constraints,
    handler: (request, reply) => {
      const asked = new URLSearchParams(request.url.split('?', 2)[1]).get('continue');
      const path = pathOnSite(site, asked ?? request.headers.referer) ?? home;
      const known = chosenLanguage(request.headers.cookie) ?? acceptedLanguage(request.headers['accept-language']);
      const vendor = isVendor({ host: request.host, url: path }, config.vendor.hostMarker);
      const window = windowOf({ url: path, headers: {} }, config);
      const page = Buffer.from(
        oldBrowserPage({ config, url: pageUrl(site, path), floor, style, vendor, shown: known === undefined ? languages : [known] }),
      );
      return reply
        .header('content-security-policy', policyWithin(window === undefined ? "'none'" : ancestorsOf(window.host)))
        .header('cache-control', 'no-store')
        .header('content-length', page.length)
        .type('text/html; charset=utf-8')
        .send(request.method === 'HEAD' ? undefined : page);
    },
  });
  const script = leaveFor(place.path);
  serveFile(app, { url: scriptOf(place.path), constraints, type: 'text/javascript; charset=utf-8', content: script });
  serveFile(app, { url: style, constraints, type: 'text/css; charset=utf-8', content: styleSheet });
}

interface ServedFile {
  readonly url: string;
  readonly constraints: RouteConstraint;
  readonly type: string;
  readonly content: string;
}

function serveFile(app: FastifyInstance, { url, constraints, type, content }: ServedFile): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    constraints,
    handler: (request, reply) =>
      reply
        .header('cache-control', `public, max-age=${hour / second}`)
        .header('content-length', Buffer.byteLength(content))
        .type(type)
        .send(request.method === 'HEAD' ? undefined : content),
  });
}

interface OldBrowserPage {
  readonly config: OldBrowserConfig;
  /** The wanted address. */
  readonly url: string;
  readonly floor: EngineFloor;
  readonly style: string;
  readonly vendor: boolean;
  readonly shown: readonly Language[];
}

function oldBrowserPage({ config, url, floor, style, vendor, shown }: OldBrowserPage): string {
  const brand = vendor ? config.vendor.brand : config.brand;
  const [first = defaultLanguage] = shown;
  const block = (language: Language, inside: (texts: Texts) => string): string =>
    `<div lang="${languageFacts[language].tag}">${inside(catalogues[language].oldBrowser)}</div>`;
  const support = (texts: Texts): string => fill(texts.support, { supportEmail: config.supportEmail });
  return [
    `<!doctype html><html lang="${languageFacts[first].tag}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${text(brand.id[first])}</title><link rel="stylesheet" href="${style}"></head><body><main>`,
    `<p class="name">${shown.map((language) => text(brand.id[language])).join(' · ')}</p>`,
    ...shown.map((language) => block(language, ({ heading, lead }) => `<h1>${text(heading)}</h1><p>${text(lead)}</p>`)),
    qrCode(url, catalogues[first].oldBrowser.code),
    `<p class="address">${text(url)}</p>`,
    ...shown.map((language) =>
      block(language, (texts) => `<p class="note">${text(fill(texts.browsers, { ...floor }))}<br>${text(support(texts))}</p>`),
    ),
    '</main></body></html>',
  ].join('');
}

type Texts = (typeof catalogues)[Language]['oldBrowser'];

function pageUrl(site: string, path: string): string {
  const url = new URL(path, site);
  if (url.href.length > longestAddress) url.search = '';
  return url.href.length > longestAddress ? new URL(site).href : url.href;
}

/** Black on white in every theme, four modules of white around it; each line of dark modules is one rectangle. */
function qrCode(address: string, label: string): string {
  const { data, size } = encode(address, { ecc: 'L', border: 4 });
  const runs = data.flatMap((row, y) => {
    const line = row.map((dark) => (dark ? '1' : '0')).join('');
    return Array.from(line.matchAll(/1+/g), ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`);
  });
  const edge = Math.min(size * 5, 320);
  return (
    `<svg width="${edge}" height="${edge}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="${attribute(label)}">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>`
  );
}

const styleSheet = `body{margin:0;background:#f6f7f9;color:#161c24;font:16px/1.6 -apple-system,"Segoe UI","PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
main{display:block;max-width:440px;margin:48px auto;padding:44px;border-radius:24px;background:#fff;box-shadow:0 1px 3px rgba(28,39,60,.12);text-align:center}
h1{margin:0 0 8px;font-size:24px;line-height:1.35;font-weight:600}
p{margin:0 0 20px;color:#4b535e}
svg{display:block;max-width:100%;margin:4px auto 8px;border:1px solid #e3e6ea;border-radius:18px}
.name{margin-bottom:24px;font-size:15px;font-weight:bold}
.address{font-size:14px;color:#0f56ba;word-break:break-all}
.note{margin:24px 0 0;padding-top:20px;border-top:1px solid #e9ebee;font-size:14px;color:#636b76}
@media (max-width:600px){body{background:#fff}main{margin:0;padding:36px 24px;border-radius:0;box-shadow:none}}`;
