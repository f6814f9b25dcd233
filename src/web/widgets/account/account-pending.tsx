import type { ReactNode } from 'react';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useAccountFailure } from './account-failure.ts';

/** A flow that waits for the account's data, or reports that it failed to load. */
export function AccountPending({ title }: { readonly title: string }): ReactNode {
  const failure = useAccountFailure();
  return (
    <FlowStep title={title} waiting>
      {failure === undefined ? <Skeleton /> : <ErrorCard {...failure} />}
    </FlowStep>
  );
}
