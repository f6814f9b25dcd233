import { acrValues, type Acr } from '#contract/sign-in/two-step/second-step.words.ts';

/** Query parts of a visitor page for its call and for links to the neighboring page (spec 7, contract 5). */
const carried = ['redirect', 'client_id', 'from'] as const;

type PageQuery = { readonly [Name in (typeof carried)[number]]?: string } & { readonly acr?: Acr };

/** The query parts that the server knows. */
export function pageQuery(query: URLSearchParams): PageQuery {
  const acr = askedLevel(query);
  return { ...Object.fromEntries(carried.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))), ...(acr && { acr }) };
}

/** How strong a sign-in the app asks for that sent the person; undefined for any. */
export function askedLevel(query: URLSearchParams): Acr | undefined {
  return acrValues.find((level) => level === query.get('acr'));
}

/** The wishes of an app for the pages of its person's way; the server knows them from the app's request. */
const wishes = ['ui_locales', 'display'] as const;

/** A path with the same query parts. */
export function withQuery(path: string, query: URLSearchParams): string {
  const wished = wishes.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : []));
  const search = new URLSearchParams([...Object.entries(pageQuery(query)), ...wished]).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The requested page of this site, if the query names one. URLs of other sites are ignored. */
export function wantedPath(query: URLSearchParams): string | undefined {
  const wanted = query.get('redirect');
  if (wanted === null || !wanted.startsWith('/')) return undefined;
  const url = new URL(wanted, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : undefined;
}

/** The app whose request (OpenID Connect) continues after the sign-in, if the requested page is such a request. */
export function askingClient(query: URLSearchParams): string | undefined {
  const wanted = wantedPath(query);
  if (wanted?.startsWith('/oidc/interaction/') !== true) return undefined;
  return new URL(wanted, location.origin).searchParams.get('client_id') ?? undefined;
}

/** The path that ends the app's request, and tells the app that its person does not continue. */
export function leavePath(query: URLSearchParams): string | undefined {
  const wanted = wantedPath(query);
  return wanted?.startsWith('/oidc/interaction/') === true ? `${new URL(wanted, location.origin).pathname}/leave` : undefined;
}
