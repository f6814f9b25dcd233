import type { ReactNode } from 'react';
import { navigate, useQuery } from '#web/lib/router.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';
import { inspectedAction, pageAfterInspection } from '#web/widgets/identity-proof/inspection.ts';
import { VerifyIdentity } from '#web/widgets/identity-proof/verify-identity.tsx';

/** Who is there is proven, and the page that needs it takes this one's place in history. */
export function InspectionPage(): ReactNode {
  const query = useQuery();
  return (
    <FlowPage onLeave={() => navigate('/mobile-account-home')}>
      <VerifyIdentity action={inspectedAction(query)} onVerified={() => navigate(pageAfterInspection(query), { replace: true })} />
    </FlowPage>
  );
}
