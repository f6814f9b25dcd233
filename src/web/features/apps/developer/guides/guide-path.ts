import type { AppKind } from '#contract/apps/developer/developer.words.ts';

/** The quickstart of a kind, filled in for an app. */
export function guidePath(kind: AppKind, clientID = ''): string {
  const query = new URLSearchParams({ kind, ...(clientID === '' ? {} : { app: clientID }) });
  return `/developer/guides?${query}`;
}
