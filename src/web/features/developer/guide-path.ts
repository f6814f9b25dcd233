import type { AppKind } from '#contract/vocabulary/developer.ts';

/** The kinds of apps that have an example. */
export const guideKinds = ['web', 'native', 'device'] as const satisfies readonly AppKind[];

export type GuideKind = (typeof guideKinds)[number];

export function hasGuide(kind: AppKind): boolean {
  return guideKinds.some((each) => each === kind);
}

/** The quickstart of a kind, filled in for an app. */
export function guidePath(kind: AppKind, clientID = ''): string {
  const query = new URLSearchParams({ kind, ...(clientID === '' ? {} : { app: clientID }) });
  return `/developer/guides?${query}`;
}
