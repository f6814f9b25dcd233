import type { ReactNode } from 'react';
import { MobileEdit, type EditedItem } from '#web/features/account/profile/lists/mobile-edit.tsx';
import { useParams } from '#web/lib/page/router.ts';

/** /mobile-modify-base/{type}: one item of the basic information. */
export function ModifyBaseScreen(): ReactNode {
  // The route accepts no other types.
  const type = useParams()['type'] as EditedItem;
  return <MobileEdit item={type} back="/mobile-account-info" />;
}
