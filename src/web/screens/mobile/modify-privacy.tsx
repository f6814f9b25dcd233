import type { ReactNode } from 'react';
import { MobileEdit, type EditedItem } from '#web/features/account/profile/lists/mobile-edit.tsx';
import { useParams } from '#web/lib/page/router.ts';

/** /mobile-modify-privacy/{type}: one item of the personal information, education or work. */
export function ModifyPrivacyScreen(): ReactNode {
  // The route accepts no other types.
  const type = useParams()['type'] as EditedItem;
  return <MobileEdit item={type} back="/mobile-privacy-info" />;
}
