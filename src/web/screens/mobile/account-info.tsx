import type { ReactNode } from 'react';
import { AvatarCard } from '#web/features/account/profile/lists/avatar-card.tsx';
import { MobileBasicList } from '#web/features/account/profile/lists/mobile-lists.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';

/** /mobile-account-info: Basic Info. */
export function MobileAccountInfoScreen(): ReactNode {
  return (
    <Stack>
      <AvatarCard />
      <MobileBasicList />
    </Stack>
  );
}
