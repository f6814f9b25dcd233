import { keepsCookies } from '#web/lib/browser/browser.ts';
import { Later } from './later.tsx';

/** The suggestion to turn a tablet in portrait, and the word to a browser that refuses cookies. Others load nothing. */
export function BrowserNotices() {
  return <Later isWanted={!keepsCookies() || isTablet()} load={loadBanner} />;
}

const loadBanner = async () => (await import('./browser-banner.tsx')).BrowserBanner;

/** Detects tablets by their user agent. An iPad reports a Mac, but no Mac has several touch points. */
function isTablet(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isNamed = /iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent);
  return maxTouchPoints > (/Macintosh/.test(userAgent) ? 1 : isNamed ? 0 : Number.POSITIVE_INFINITY);
}
