import type { ReactNode } from 'react';
import { accountEndpoints } from '#contract/account/account/account.ts';
import { Recovery } from '#web/features/sign-in/recovery/recovery.tsx';
import { keepIdentifier, readKeptIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import { call } from '#web/lib/api/api.ts';
import { navigate } from '#web/lib/page/router.ts';
import { changePerson, hasPerson } from '#web/lib/person/person-state.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';

interface RecoveryFlowProps {
  /** The result page in this layout. */
  readonly resultPath: string;
  readonly inCard?: boolean;
}

/** Recovery between sign-in, which provides the identifier, and the result, which leads back there. */
export function RecoveryFlow({ resultPath, inCard = false }: RecoveryFlowProps): ReactNode {
  return (
    <FlowPage onLeave={() => navigate('/login')} inCard={inCard}>
      <Recovery
        readIdentifier={readKeptIdentifier}
        onDone={(identifier) => {
          if (identifier !== '') keepIdentifier(identifier);
          void followEndOfSession(identifier).finally(() => navigate(resultPath, { replace: true }));
        }}
      />
    </FlowPage>
  );
}

/** A reset ends the account's sessions. If this browser had one, its tabs must leave their pages. */
async function followEndOfSession(identifier: string): Promise<void> {
  // A visitor has none.
  if (!hasPerson()) return;
  try {
    await call(accountEndpoints.metainfo);
  } catch (error) {
    // Another account's session continues. Without an answer the tabs learn the state with their next call.
    if (!(error instanceof RefusalError) || error.code !== 401) return;
    changePerson('ends');
    // For the person's next sign-in.
    if (identifier !== '') keepIdentifier(identifier);
  }
}
