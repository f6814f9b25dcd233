let vendor: boolean | undefined;

/** Vendor mode (spec 1): the host contains the configured marker, or the query `from=uos`. The server decides. */
export function isVendor(): boolean {
  vendor ??= document.documentElement.dataset['vendor'] !== undefined;
  return vendor;
}

/** Prerendering has no document. */
export function provideVendor(given: boolean): void {
  vendor = given;
}

/** True for a link that leaves the account center in vendor mode: it opens in a new tab. */
export function opensBeside(href: string): boolean {
  return isVendor() && !href.startsWith('/');
}
