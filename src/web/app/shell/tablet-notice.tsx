import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** The suggestion to turn a tablet in portrait. Loaded only on devices with touch points; the page works without it. */
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
