import type { ReactNode } from 'react';
import { Later } from './later.tsx';

/** The suggestion to turn a tablet in portrait. Only tablets load it. */
export function TabletNotice(): ReactNode {
  return <Later isWanted={isTablet()} load={loadBanner} />;
}

const loadBanner = async () => (await import('./tablet-banner.tsx')).TabletBanner;

/** Detects tablets by their user agent. An iPad reports a Mac, but no Mac has several touch points. */
function isTablet(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isNamed = /iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent);
  return maxTouchPoints > (/Macintosh/.test(userAgent) ? 1 : isNamed ? 0 : Number.POSITIVE_INFINITY);
}
