import { embeddedNames, lookRules } from '#contract/apps/openid/embedded.words.ts';
import type { EmbedHost } from '#server/platform/settings/embedding.ts';

/** A request for a page inside a host, with the values that pass. */
export interface Embedding {
  readonly host: EmbedHost;
  /** In the names of `embeddedNames`. */
  readonly query: Readonly<Record<string, string>>;
}

/** One value of a query; a doubled name has none. */
type Read = (name: string) => string | undefined;

/** Names of the open deepin client for ours. Its other names, hardware among them, are not read. */
const deepinNames: Readonly<Record<string, string>> = { ui_locales: 'lang', accent: 'color', font: 'font_family', theme: 'theme' };

/** Parameters of an authorization request that name a host and its look. */
export const embeddedParameters = ['host', 'theme', 'accent', 'font', 'lang', 'color', 'font_family'] as const;

/** Undefined for an ordinary page: another `display`, no host, or one that the operator does not know. */
export function embeddingOf(read: Read, hosts: readonly EmbedHost[]): Embedding | undefined {
  const display = read('display');
  if (display === 'embedded') {
    const host = hosts.find(({ id }) => id === read('host'));
    return host && { host, query: queryOf(host, read) };
  }
  if (display !== 'sync' && display !== 'client') return undefined;
  const host = hosts.find(({ dialect }) => dialect === 'deepin');
  return host && { host, query: queryOf(host, (name) => read(deepinNames[name] ?? name)) };
}

function queryOf(host: EmbedHost, read: Read): Record<string, string> {
  const query: Record<string, string> = { display: 'embedded', host: host.id };
  for (const name of ['theme', 'accent', 'font'] as const) {
    // The deepin client writes colors with a number sign.
    const value = name === 'accent' ? read(name)?.replace(/^#/, '') : read(name);
    if (value !== undefined && lookRules[name].test(value)) query[name] = value;
  }
  const locales = read('ui_locales')?.replaceAll('_', '-');
  if (locales !== undefined && /^[a-z\d -]{1,64}$/i.test(locales)) query['ui_locales'] = locales;
  return query;
}

/** Reads a query in which no name counts that is there twice. */
export function reading(query: URLSearchParams): Read {
  return (name) => {
    const [value, ...more] = query.getAll(name);
    return more.length === 0 ? value : undefined;
  };
}

/** The URL with the names of an embedding, instead of those that it has. */
export function withEmbedding(url: URL, { query }: Embedding): URL {
  const next = withoutEmbedding(url);
  for (const [name, value] of Object.entries(query)) next.searchParams.set(name, value);
  return next;
}

export function withoutEmbedding(url: URL): URL {
  const next = new URL(url);
  for (const name of [...embeddedNames, ...embeddedParameters]) next.searchParams.delete(name);
  return next;
}
