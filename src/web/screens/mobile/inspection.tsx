import { navigate, useQuery } from '#web/lib/page/router.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';
import { inspectedAction, pageAfterInspection } from '#web/widgets/identity-proof/inspection.ts';
import { VerifyIdentity } from '#web/widgets/identity-proof/verify-identity.tsx';

/** /mobile-safety-inspection and /mobile-modify-info/verify: the identity proof; afterwards the page that needs it replaces this one in the history. */
export function InspectionScreen() {
  const query = useQuery();
  return (
    <FlowPage onLeave={() => navigate('/mobile-account-home')}>
      <VerifyIdentity action={inspectedAction(query)} onVerified={() => navigate(pageAfterInspection(query), { replace: true })} />
    </FlowPage>
  );
}
