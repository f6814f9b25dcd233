import type { ReactNode } from 'react';
import { MobileEdit } from '#web/features/account/profile/lists/mobile-edit.tsx';
import { useParams } from '#web/lib/page/router.ts';
import { ChangeEmailPage, ChangePhonePage } from './parts/contact-pages.tsx';
import { InspectionScreen } from './inspection.tsx';
import { ChangePasswordPage, SetFirstPasswordPage, SetPasswordByCodePage } from './parts/password-pages.tsx';

/** The page of each `{type}` (spec 2); the route accepts no other types. */
const pages: Readonly<Record<string, () => ReactNode>> = {
  phone: ChangePhonePage,
  email: ChangeEmailPage,
  password: ChangePasswordPage,
  setPassword: SetPasswordByCodePage,
  setInitialPassword: SetFirstPasswordPage,
  verify: InspectionScreen,
  nickname: MobileEdit,
  username: MobileEdit,
};

/** /mobile-modify-info/{type} */
export function ModifyInfoScreen(): ReactNode {
  const { type = '' } = useParams();
  const Page = pages[type];
  return Page === undefined ? null : <Page />;
}
