import type { ReactNode } from 'react';
import { DeviceLink } from '#web/features/apps/link/device-link.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { useQuery } from '#web/lib/page/router.ts';

const devicePages = { desktop: '/device', mobile: '/mobile-device-info' } as const;

/** /link: a device is signed in with the code that it shows (RFC 8628 section 3.3); `?code=` comes from its QR code. */
export function LinkScreen(): ReactNode {
  const code = useQuery().get('code') ?? '';
  return <DeviceLink key={code} code={code} devicesHref={devicePages[useLayout()]} />;
}
