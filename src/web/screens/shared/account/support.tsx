import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { RecoveryFlow } from '../parts/recovery-flow.tsx';

/** /register/support (spec 2). */
export function SupportScreen() {
  return (
    <AuthCard>
      <RecoveryFlow resultPath="/register/result-center/resetPassword" inCard />
    </AuthCard>
  );
}
