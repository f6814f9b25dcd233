import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedHost } from '#contract/apps/openid/embedded.words.ts';
import { languageFacts, languages, type Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import type { EmbedHost } from '#server/platform/settings/embedding.ts';
import { attribute, hash, text } from './escape.ts';
import type { WebBuild } from './web-build.ts';
import type { PageVariant } from './web-renderer.ts';

/** Parts of a document inside a window beyond an ordinary one. */
export interface EmbeddedParts {
  /** An attribute of the document, for the script. */
  readonly mark: string;
  /** The first style and the first script, and the elements that hold them. */
  readonly style: string;
  readonly theme: string;
  readonly start: string;
  /** The second script, which watches how the page loads. */
  readonly script: string;
  /** Before the page, within the first 4 KiB: the site's name, the progress line, the lines for a bad network. */
  readonly head: string;
  /** After the page: the other languages. */
  readonly foot: string;
}

export interface Embedded {
  readonly host: EmbedHost;
  /** The host of PUBLIC_URL: a window has no address bar. */
  readonly site: string;
}

export function embeddedParts(
  { language, config }: Pick<PageVariant, 'language' | 'config'>,
  { embedded: { host, site }, build }: { readonly embedded: Embedded; readonly build: Pick<WebBuild, 'favicon' | 'directory'> },
): EmbeddedParts {
  const texts = catalogues[language].embedded;
  const { logo, id: names } = config.brand;
  const picture = logo === '' ? markOf(build) : `<img src="${attribute(logo)}" width="20" height="20" alt="">`;
  const name = names[languageFacts[language].short];
  return {
    mark: ` data-embedded="${attribute(JSON.stringify(factsOf(host)))}"`,
    style,
    theme,
    start: `<style>${style}</style><script>${theme}</script>`,
    script,
    head: [
      `<header id="emb-head"><p id="emb-site">${picture}<b>${text(name)}</b><em>${text(site)}</em></p>`,
      '<div id="emb-wait" aria-hidden="true"></div>',
      `<p id="emb-slow"><a href="">${text(texts.slow)}</a></p>`,
      `<p id="emb-offline" role="status" hidden>${text(texts.offline)}</p>`,
      `<p id="emb-close" role="status" hidden>${text(texts.close)}</p></header>`,
    ].join(''),
    foot: `<footer id="emb-foot"><nav aria-label="${attribute(texts.language)}">${languages
      .filter((other) => other !== language)
      .map(linkTo)
      .join('')}</nav></footer>`,
  };
}

/** Facts of a host that the script needs. */
function factsOf({ id, bridge, origin, dialect }: EmbedHost): EmbeddedHost {
  return { id, bridge, ...(origin === undefined ? {} : { origin }), ...(dialect === undefined ? {} : { dialect }) };
}

function linkTo(language: Language): string {
  const { tag, name } = languageFacts[language];
  return `<a href="" data-language="${tag}" lang="${tag}">${globe}${text(name)}</a>`;
}

const globe =
  '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" aria-hidden="true">' +
  '<circle cx="12" cy="12" r="10"/><path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20"/></svg>';

const marks = new Map<string, string>();

/** Our own mark as a part of the document: no request can fail for it, and it takes the accent color. */
function markOf({ favicon, directory }: Pick<WebBuild, 'favicon' | 'directory'>): string {
  const file = join(directory, 'web', favicon);
  const known = marks.get(file);
  if (known !== undefined) return known;
  const svg = readFileSync(file, 'utf8').trim().replace('<svg ', '<svg width="20" height="20" aria-hidden="true" ');
  marks.set(file, svg);
  return svg;
}

/** Colors as in `tokens.css`, which come later in the document. After 8 s without the application the link shows itself. */
const style = [
  'html{background:#fff;color:#161c24;font:14px/20px sans-serif}body{margin:0}',
  '@media (prefers-color-scheme:dark){html{background:#15191d;color:#edeff2}}',
  'html[data-theme=light]{background:#fff;color:#161c24}html[data-theme=dark]{background:#15191d;color:#edeff2}',
  '#emb-head,#emb-foot{box-sizing:border-box;width:100%;max-width:420px;margin:0 auto;padding:24px 32px 0}',
  '#emb-head p{margin:0}#emb-site{display:flex;align-items:center;gap:8px;font-size:14px;line-height:20px}',
  '#emb-site em{margin-left:auto;font-style:normal;font-size:13px;overflow:hidden;text-overflow:ellipsis}#emb-site b{font-weight:500}',
  '#emb-wait{position:fixed;z-index:1;top:0;left:0;width:100%;height:2px;background:#1b67d6;transform-origin:0;animation:emb-run 2s ease-in-out infinite}',
  '@keyframes emb-run{0%{transform:scaleX(0)}60%{transform:none;opacity:1}100%{transform:none;opacity:0}}',
  '#emb-head #emb-slow{visibility:hidden;max-height:0;animation:emb-late 1ms 8s forwards}@keyframes emb-late{to{visibility:visible;max-height:80px;padding-top:12px}}',
  '#emb-slow a{color:inherit;text-decoration:underline}[data-alive] #emb-wait,[data-alive] #emb-slow{display:none}',
  '#emb-head #emb-offline,#emb-head #emb-close{margin-top:12px;padding:10px 14px}#emb-head [hidden]{display:none}',
  '#emb-foot{padding-top:0;padding-bottom:22px}#emb-foot nav{padding-top:14px;text-align:center;font-size:13px}',
  '#emb-foot a{display:inline-flex;gap:6px;align-items:center;min-height:24px;padding:0 8px;color:inherit}',
  '@media (max-width:419px){#emb-head,#emb-foot{padding-left:20px;padding-right:20px}}',
  '@media (prefers-reduced-motion:reduce){#emb-wait{animation:none}}',
].join('');

/** The element of the script of the window. */
export const windowScriptId = 'emb-script';

/** The theme before the first paint. */
const theme =
  "(function(t){if(t)document.documentElement.setAttribute('data-theme',t[1])})(/[?&]theme=(light|dark)(?:&|$)/.exec(location.search))";

/**
 * In the spelling of the oldest engine. Says when the application is alive. Where a file did not come, the document came
 * in part, or nothing has come for 15 s, it fetches them again after 1, 2, 4, 8 and then every 15 s, for 8 s each time: on
 * a silent network an answer may never come. When all are there, it loads the page again: an engine may remember that a
 * module could not be loaded. A person may type already when only the script of the window is missing: then it is added
 * under another address.
 */
const script = [
  '(function(d,r,w){var n=0,b=0,f=0,m="";',
  "function alive(){var e=d.getElementById('root');return!!e&&Object.keys(e).some(function(k){return k.indexOf('__react')===0})}",
  "var i=setInterval(function(){if(alive()){r.setAttribute('data-alive','');clearInterval(i)}},200);",
  'function get(u,s){return fetch(u,{signal:s}).then(function(a){if(!a.ok)throw a;return a.text()})}',
  'function again(){var c=new AbortController,t=setTimeout(function(){c.abort()},8e3);b=0;f=1;',
  "var l=[].slice.call(d.querySelectorAll('link[rel=modulepreload],script[src]')).map(function(e){return get(e.href||e.src,c.signal)});",
  'Promise.all(l.concat(get(location.href,c.signal))).then(function(){clearTimeout(t);f=0;if(!alive())location.reload();else if(m)join()},function(){clearTimeout(t);f=0;heal()})}',
  `function join(){var s=d.createElement('script');s.type='module';s.id='${windowScriptId}';s.src=m.split('?')[0]+'?'+n;m='';d.head.appendChild(s)}`,
  'function heal(){if(!b&&!f&&(m||!alive()))b=setTimeout(again,1e3*([1,2,4,8][n++]||15))}',
  `w.addEventListener('error',function(e){e=e.target;if(!e||e.tagName!=='SCRIPT'&&e.rel!=='modulepreload')return;if(e.id==='${windowScriptId}')m=e.src;heal()},true);`,
  "w.addEventListener('online',function(){if(b){clearTimeout(b);again()}});setTimeout(heal,15e3);",
  "d.addEventListener('DOMContentLoaded',function(){if(!d.getElementById('emb-foot'))heal()})})(document,document.documentElement,window)",
].join('');

/** The address that stands in a window for a page that does not belong there. */
export const handedOverPath = '/handed-over';

/**
 * The page that the host gets instead of one that does not belong into its window: the script gives the host the
 * address. It holds nothing to press, so any host may frame it.
 */
export function handedOverDocument(
  variant: Pick<PageVariant, 'language' | 'config'>,
  { embedded, build }: { readonly embedded: Embedded; readonly build: WebBuild },
): { readonly html: string; readonly policy: string } {
  const parts = embeddedParts(variant, { embedded, build });
  const { tag, short } = languageFacts[variant.language];
  const html = [
    `<!doctype html><html lang="${tag}"${parts.mark} data-alive="" data-handed=""><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${text(variant.config.brand.id[short])}</title>${parts.start}`,
    `<script type="module" src="${build.embedded.script}"></script></head><body>`,
    parts.head.replace('id="emb-close" role="status" hidden', 'id="emb-close" role="status"'),
    '</body></html>',
  ].join('');
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hash(parts.theme)}`,
    `style-src ${hash(parts.style)}`,
    "img-src 'self' data:",
    `frame-ancestors ${ancestorsOf(embedded.host)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { html, policy };
}

/** Sites that may frame a page of this host: its own origin, if the operator allows frames. */
export function ancestorsOf({ frame, origin }: EmbedHost): string {
  return frame && origin !== undefined ? origin : "'none'";
}
