import type { ReactNode } from 'react';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAccount } from './account.ts';

/** A flow that waits for the account's data, or reports that it failed to load. */
export function AccountPending({ title }: { readonly title: string }): ReactNode {
  return (
    <FlowStep title={title} waiting>
      <Pending of={useAccount()} />
    </FlowStep>
  );
}
