import type { ReactNode } from 'react';
import { AvatarCard } from '#web/features/profile/avatar-card.tsx';
import { MobileBasicList } from '#web/features/profile/mobile-lists.tsx';
import { Stack } from '#web/ui/stack.tsx';

/** /mobile-account-info: Basic Info. */
export function MobileAccountInfoScreen(): ReactNode {
  return (
    <Stack tight>
      <AvatarCard />
      <MobileBasicList />
    </Stack>
  );
}
