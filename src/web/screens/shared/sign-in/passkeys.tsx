import type { ReactNode } from 'react';
import { PasskeysCard } from '#web/features/sign-in/passkeys/passkeys-card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-passkeys and /mobile-passkeys: Passkeys. `?add` begins to add one. */
export function PasskeysScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <PasskeysCard />
    </Stack>
  );
}
