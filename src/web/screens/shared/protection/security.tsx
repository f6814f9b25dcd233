import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { CheckupCards } from '#web/features/protection/checkup/checkup-cards.tsx';
import { FreezeRow, MessageRows, WayRows } from '#web/features/protection/security/security-cards.tsx';
import { ReviewCard } from '#web/features/protection/security/review-card.tsx';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

const changes = ['password', 'phone', 'email'];

/** /pc-security and /mobile-security: Sign-in & security. `?change=` with password, phone or email leads to that page. */
export function SecurityScreen(): ReactNode {
  const query = useQuery();
  const change = query.get('change') ?? '';
  const leadOn = useEffectEvent(() => {
    if (changes.includes(change)) navigate(`/pc-way/${change}?change`, { replace: true });
  });
  useEffect(() => leadOn(), [change]);
  return (
    <Stack>
      <PageHead />
      <CheckupCards />
      <ReviewCard />
      <WayRows />
      <MessageRows />
      <FreezeRow />
    </Stack>
  );
}
