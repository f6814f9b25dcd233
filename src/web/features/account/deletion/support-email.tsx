import type { ReactNode } from 'react';
import { appConfig } from '#web/lib/page/app-config.ts';
import { Link } from '#web/ui/controls/link.tsx';

/** Where to write to; nothing where the installation names no support. */
export function SupportEmail(): ReactNode {
  const { supportEmail } = appConfig().brand;
  if (supportEmail === '') return null;
  return (
    <Link variant="inline" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </Link>
  );
}
