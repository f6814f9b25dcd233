import { RecoverAccount } from '#web/features/protection/claims/recover-account.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { FlowPage } from '#web/ui/flow/flow.tsx';

/** /recover */
export function RecoverScreen() {
  return (
    <AuthCard>
      <FlowPage onLeave={() => navigate('/login')} inCard>
        <RecoverAccount />
      </FlowPage>
    </AuthCard>
  );
}
