import type { FastifyRequest } from 'fastify';
import { embeddedPath } from '#contract/apps/openid/embedded.words.ts';
import { pathOnSite } from '#server/core/sign-in/continue-url/continue.ts';
import { embeddingOf, reading, withEmbedding, withoutEmbedding, type Embedding } from '#server/core/apps/embedding/embedding.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { handedOverPath } from './embedded-document.ts';
import { urlOf } from '#server/app/vendor-mode.ts';

/**
 * The window in which a page is asked for: by its own query, or else by that of the page that leads here. The
 * application goes from page to page without knowing of it, and no cookie does.
 */
export function windowOf(
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
  { embedHosts, publicUrl }: Pick<Config, 'embedHosts' | 'publicUrl'>,
): Embedding | undefined {
  if (embedHosts.length === 0) return undefined;
  const { searchParams } = urlOf(url);
  if (searchParams.has('display')) return embeddingOf(reading(searchParams), embedHosts);
  const before = pathOnSite(publicUrl, headers.referer);
  return before === undefined ? undefined : embeddingOf(reading(urlOf(before).searchParams), embedHosts);
}

/** The redirect to the one address that a page has inside a window, or to the page that gives it to the host. */
export function leadInWindow({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>, window: Embedding | undefined): string | undefined {
  if (window === undefined) return undefined;
  const asked = urlOf(url);
  if (asked.pathname === handedOverPath) return undefined;
  const path = embeddedPath(asked.pathname);
  if (path === undefined) {
    const over = urlOf(handedOverPath);
    over.searchParams.set('to', asked.pathname + withoutEmbedding(asked).search);
    const from = URL.parse(headers.referer ?? '')?.pathname;
    if (from !== undefined) over.searchParams.set('from', from);
    return inWindow(over.pathname + over.search, window);
  }
  // A language of the new address is newer than that of the window.
  const language = asked.searchParams.has('display') ? null : asked.searchParams.get('ui_locales');
  const canonical = withEmbedding(asked, language === null ? window : { ...window, query: { ...window.query, ui_locales: language } });
  canonical.pathname = path;
  const isThere = path === asked.pathname && pairsOf(canonical) === pairsOf(asked);
  return isThere ? undefined : canonical.pathname + canonical.search;
}

/** A path of this site with the names of the window. A step of an app's request has them already. */
export function inWindow(path: string | undefined, window: Embedding | undefined): string | undefined {
  if (path === undefined || window === undefined || path.startsWith('/oidc/')) return path;
  const { pathname, search } = withEmbedding(urlOf(path), window);
  return pathname + search;
}

function pairsOf({ searchParams }: URL): string {
  return JSON.stringify(Array.from(searchParams, (pair) => pair.join('=')).toSorted());
}
