import type { CaptchaWidget } from '#contract/account/reference/reference.schemas.ts';
import { catalogues } from '#messages/catalogues.ts';
import { embeddedParts, windowScriptId, type Embedded } from './embedded-document.ts';
import { engineGate, oldBrowserPath, scriptOf } from './engine-gate.ts';
import type { WebBuild } from './web-build.ts';
import type { PageVariant, RenderedPage } from './web-renderer.ts';
import { captchaSources } from '#server/app/captcha-sources.ts';
import { attribute, hash, text } from './escape.ts';
import type { FileSources } from '#server/app/file-sources.ts';

/** A complete page with its policy. */
export interface WebDocument {
  readonly html: string;
  /** The policy of the page with this captcha's widget, or with none, inside this origin's frames, or none. */
  readonly policyWith: (widget: CaptchaWidget | undefined, ancestors?: string) => string;
}

/**
 * Starts the request for the account's data while scripts load; `src/web/widgets/account/account.ts` takes the answer.
 * Same-origin without `no-cors`, so that the session cookie is sent.
 */
const startMetainfo = "window.metainfo=fetch('/api/account/metainfo',{headers:{accept:'application/json'}})";

/** Combines a drawn page, its styles, the URLs of its scripts and the configuration into one document. */
export function documentOf(
  page: RenderedPage,
  {
    build,
    variant,
    needsAccount,
    files,
    embedded,
  }: {
    readonly build: WebBuild;
    readonly variant: PageVariant;
    readonly needsAccount: boolean;
    readonly files: FileSources;
    readonly embedded?: Embedded | undefined;
  },
): WebDocument {
  const chunks = [build.entry, ...page.modules].map((module) => {
    const chunk = build.chunks[module];
    if (chunk === undefined) throw new Error(`The web build has no chunk for ${module}.`);
    return chunk;
  });
  const scripts = [...new Set(chunks.flatMap((chunk) => chunk.scripts))];
  const sheets = [...new Set(chunks.flatMap((chunk) => chunk.styles))];
  const shell = embedded && embeddedParts(variant, { embedded, build });
  const style = sheets.map((sheet) => build.styles[sheet] ?? '').join('') + (shell === undefined ? '' : build.embedded.style);
  const [entry = ''] = scripts;
  const gate = engineGate(build.olderEngines);
  const { noScript, elsewhere } = catalogues[variant.language].oldBrowser;
  const icon = variant.config.brand.logo || build.favicon;
  const first = [
    '<meta name="theme-color" content="#f6f7f9" media="(prefers-color-scheme:light)"><meta name="theme-color" content="#0b0e11" media="(prefers-color-scheme:dark)">',
    '<meta name="format-detection" content="telephone=no">',
    `<script>${gate}</script><script nomodule src="${scriptOf(oldBrowserPath)}"></script>`,
    `<link rel="icon" href="${icon}" type="${icon.endsWith('.png') ? 'image/png' : 'image/svg+xml'}">`,
    ...scripts.map((script) => `<link rel="modulepreload" href="${script}">`),
  ].join('');
  const html = [
    `<!doctype html><html lang="${page.lang}"${variant.vendor ? ' data-vendor=""' : ''}${shell?.mark ?? ''} data-reload="${attribute(JSON.stringify(page.reload))}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${text(page.title)}</title>`,
    // In a window words come before all else: the connection may end anywhere.
    shell === undefined ? first : `${shell.start}</head><body>${shell.head}<script>${shell.script}</script>${first}`,
    `<style>${style}</style>`,
    // The styles are in the document already: a disabled sheet is not fetched, and its URL keeps the chunk loader from
    // fetching it.
    ...sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}" disabled>`),
    needsAccount ? `<script>${startMetainfo}</script>` : '',
    shell === undefined ? '' : `<script type="module" id="${windowScriptId}" src="${build.embedded.script}"></script>`,
    `<script type="module" src="${entry}"></script>`,
    shell === undefined ? '</head><body>' : '',
    `<noscript><p>${text(noScript)}</p><p><a href="${oldBrowserPath}">${text(elsewhere)}</a></p></noscript>`,
    `<div id="root"${page.page === '' ? '' : ` data-page="${attribute(page.page)}"`}>${page.html}</div>`,
    `<script type="application/json" id="config">${JSON.stringify(variant.config).replaceAll('<', '\\u003c')}</script>`,
    // Last of all: a document without it came in part.
    shell?.foot ?? '',
    '</body></html>',
  ].join('');
  const { hosts } = variant.config;
  const styles = [...(shell === undefined ? [] : [shell.style]), style];
  const inline = [gate, ...(shell === undefined ? [] : [shell.theme, shell.script]), ...(needsAccount ? [startMetainfo] : [])];
  return { html, policyWith: (widget, ancestors) => policy({ styles, scripts: inline, hosts, widget, ancestors, files }) };
}

/** Allows only our own scripts and styles, by URL or by hash. */
function policy({
  styles,
  scripts,
  hosts,
  widget,
  ancestors = "'none'",
  files,
}: {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly hosts: PageVariant['config']['hosts'];
  readonly widget: CaptchaWidget | undefined;
  readonly ancestors: string | undefined;
  readonly files: FileSources;
}): string {
  const captcha = captchaSources(widget);
  // Browsers ignore `unsafe-inline` beside a hash.
  const ownStyle = captcha.style.includes("'unsafe-inline'") ? [] : styles.map(hash);
  // Sign-out also calls these two (spec 4).
  const neighbors = [hosts.loginLogout, hosts.identityLogout].flatMap((address) => URL.parse(address)?.origin ?? []);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map(hash), ...captcha.script].join(' '),
    ["style-src 'self'", ...ownStyle, ...captcha.style].join(' '),
    "worker-src 'self'",
    ["connect-src 'self'", ...new Set(neighbors), ...captcha.connect, ...files.connect].join(' '),
    ["img-src 'self' data:", ...captcha.img, ...files.img].join(' '),
    ...(captcha.frame.length === 0 ? [] : [`frame-src ${captcha.frame.join(' ')}`]),
    `frame-ancestors ${ancestors}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
