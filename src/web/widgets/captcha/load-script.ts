const loading = new Map<string, Promise<void>>();

/**
 * Runs a third-party script once per document; fetches a failed one again.
 * @throws {Error} if it fails to load, or the page's content policy blocks it
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
