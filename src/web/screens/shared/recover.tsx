import type { ReactNode } from 'react';
import { RecoverAccount } from '#web/features/claims/recover-account.tsx';
import { navigate } from '#web/lib/router.ts';
import { AuthCard } from '#web/ui/card.tsx';
import { FlowPage } from '#web/ui/flow/flow.tsx';

/** /recover */
export function RecoverScreen(): ReactNode {
  return (
    <AuthCard wide>
      <FlowPage onLeave={() => navigate('/login')} inCard>
        <RecoverAccount />
      </FlowPage>
    </AuthCard>
  );
}
