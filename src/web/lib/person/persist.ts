/** Tries again after 1, 2, 4, 8 and 15 seconds, or when the network is back: for a part that the page can wait for. */
export async function persist<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of [1, 2, 4, 8, 15]) {
    try {
      return await load();
    } catch {
      await untilOnline(wait * 1000);
    }
  }
  return load();
}

/** Until the network is back or the caller gives up, but not longer than so many milliseconds. */
export function untilOnline(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal?.addEventListener('abort', end);
  });
}
