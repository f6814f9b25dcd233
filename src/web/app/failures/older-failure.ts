import { RefusalError } from '#web/lib/api/refusal-error.ts';

/** Files that do not load are a matter of the network; the messages of all engines name them. */
const ofLoading = /import|module/i;

/**
 * A script that fails in an engine which needed `older-engines` fails for the engine: the browser goes to the page that
 * says so, and the result is true. Neither the server nor the network is blamed for it.
 */
export function leaveIfEngineFailed(error: unknown): boolean {
  if (document.documentElement.dataset['engine'] !== 'older' || error instanceof RefusalError) return false;
  if (error instanceof Error && ofLoading.test(error.message)) return false;
  location.replace(`/old-browser?continue=${encodeURIComponent(location.pathname + location.search)}`);
  return true;
}
