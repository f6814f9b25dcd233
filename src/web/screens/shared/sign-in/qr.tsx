import type { ReactNode } from 'react';
import { QrApproval } from '#web/features/sign-in/qr/qr-approval.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { useQuery } from '#web/lib/page/router.ts';

const devicePages = { desktop: '/device', mobile: '/mobile-device-info' } as const;

/** /qr#code: the page that a phone opens by scanning the code of a computer. `?new=1` after a sign-up for it. */
export function QrScreen(): ReactNode {
  return <QrApproval devicesHref={devicePages[useLayout()]} isNew={useQuery().get('new') === '1'} />;
}
