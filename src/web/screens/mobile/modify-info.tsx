import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { useParams } from '#web/lib/router.ts';
import { StatusCard } from '#web/widgets/page/status-card.tsx';
import { ChangeEmailPage, ChangePhonePage } from './parts/contact-pages.tsx';
import { InspectionPage } from './parts/inspection-page.tsx';
import { ChangePasswordPage, SetFirstPasswordPage, SetPasswordByCodePage } from './parts/password-pages.tsx';

/** The page of each `{type}` (spec 2). */
const pages: Readonly<Record<string, () => ReactNode>> = {
  phone: ChangePhonePage,
  email: ChangeEmailPage,
  password: ChangePasswordPage,
  setPassword: SetPasswordByCodePage,
  setInitialPassword: SetFirstPasswordPage,
  verify: InspectionPage,
};

/** /mobile-modify-info/{type} */
export function ModifyInfoScreen(): ReactNode {
  const { type = '' } = useParams();
  const Page = Object.hasOwn(pages, type) ? (pages[type] ?? UnknownPage) : UnknownPage;
  return <Page />;
}

function UnknownPage(): ReactNode {
  const t = useT();
  return <StatusCard status={404} title={t('title.404')} lead={t('sys.404')} action={{ href: '/', label: t('sys.backHome') }} />;
}
