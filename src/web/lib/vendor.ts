let vendor: boolean | undefined;

/** Vendor mode (spec 1): the host contains the configured marker, or the page was asked for with `from=uos`. The server decides. */
export function isVendor(): boolean {
  vendor ??= document.documentElement.dataset['vendor'] !== undefined;
  return vendor;
}

/** Prerendering has no document. */
export function provideVendor(given: boolean): void {
  vendor = given;
}

/** True for a link that leaves the account centre in vendor mode: it opens beside it. */
export function opensBeside(href: string): boolean {
  return isVendor() && !href.startsWith('/');
}
