import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** The suggestion to turn a tablet that is held upright. What has no touch points does not load it, and the page works without. */
export function TabletNotice(): ReactNode {
  const [Banner, setBanner] = useState<ComponentType>();
  useEffect(() => {
    if (navigator.maxTouchPoints === 0) return;
    import('./tablet-banner.tsx').then(
      ({ TabletBanner }) => setBanner(() => TabletBanner),
      () => undefined,
    );
  }, []);
  return Banner === undefined ? null : <Banner />;
}
