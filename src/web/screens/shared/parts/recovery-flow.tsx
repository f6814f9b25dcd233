import type { ReactNode } from 'react';
import { accountEndpoints } from '#contract/endpoints/account.ts';
import { Recovery } from '#web/features/recovery/recovery.tsx';
import { keepIdentifier, readKeptIdentifier } from '#web/features/sign-in/kept-identifier.ts';
import { call } from '#web/lib/api.ts';
import { navigate } from '#web/lib/router.ts';
import { changePerson } from '#web/lib/person-state.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';

interface RecoveryFlowProps {
  /** The page of the result in this layout. */
  readonly resultPath: string;
  readonly inCard?: boolean;
}

/** Recovery between sign-in, which names the account, and the result, which leads back there. */
export function RecoveryFlow({ resultPath, inCard = false }: RecoveryFlowProps): ReactNode {
  return (
    <FlowPage onLeave={() => navigate('/login')} inCard={inCard}>
      <Recovery
        readIdentifier={readKeptIdentifier}
        onDone={(identifier) => {
          if (identifier !== '') keepIdentifier(identifier);
          void followEndOfSession(identifier);
          navigate(resultPath, { replace: true });
        }}
      />
    </FlowPage>
  );
}

/** A reset ends the account's sessions. Where this browser had one, its tabs show pages that are no longer anybody's. */
async function followEndOfSession(identifier: string): Promise<void> {
  try {
    await call(accountEndpoints.metainfo);
  } catch (error) {
    // Somebody else's session goes on, and without an answer nothing is known: the tabs learn it with their next call.
    if (!(error instanceof RefusalError) || error.code !== 401) return;
    changePerson('ends');
    // Of the person who goes on to sign in.
    if (identifier !== '') keepIdentifier(identifier);
  }
}
