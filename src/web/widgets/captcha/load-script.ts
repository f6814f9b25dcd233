const loading = new Map<string, Promise<void>>();

/**
 * Runs a script of others, once for the document; one that failed is fetched anew.
 * @throws {Error} when it does not come, or the page's policy does not allow it
 */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known !== undefined) return known;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  script.src = address;
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => {
    loading.delete(address);
    script.remove();
    reject(new Error('A script did not load.'));
  });
  loading.set(address, promise);
  document.head.append(script);
  return promise;
}
