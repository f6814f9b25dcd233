/** Path and query as received: two leading slashes do not name a host. */
export function urlOf(url: string): URL {
  return new URL(`http://page${url}`);
}

/** Spec 1: the host contains the marker, or the query has from=uos. */
export function isVendor({ host, url }: { readonly host: string; readonly url: string }, marker: string | undefined): boolean {
  return (marker !== undefined && host.includes(marker)) || isFromVendor(url);
}

export function isFromVendor(url: string): boolean {
  return urlOf(url).searchParams.get('from') === 'uos';
}
