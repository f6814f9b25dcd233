import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** The suggestion to turn a tablet in portrait. Only tablets load it; the page works without it. */
export function TabletNotice(): ReactNode {
  const [Banner, setBanner] = useState<ComponentType>();
  useEffect(() => {
    if (!isTablet()) return;
    import('./tablet-banner.tsx').then(
      ({ TabletBanner }) => setBanner(() => TabletBanner),
      () => undefined,
    );
  }, []);
  return Banner === undefined ? null : <Banner />;
}

/** Detects tablets by their user agent. An iPad reports a Mac, but no Mac has several touch points. */
function isTablet(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isNamed = /iPad|Tablet|PlayBook|Silk/i.test(userAgent) || (/Android/i.test(userAgent) && !/Mobile/i.test(userAgent));
  return (isNamed && maxTouchPoints > 0) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
