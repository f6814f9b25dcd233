import { Recovery } from '#web/features/sign-in/recovery/recovery.tsx';
import { signInAfterReset } from '#web/features/sign-in/recovery/reset-password.ts';
import { keepIdentifier, readKeptIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import { readSecondStep } from '#web/widgets/sign-in/read-second-step.ts';
import { keepSecondStep } from '#web/widgets/sign-in/second-step.ts';
import { navigate } from '#web/lib/page/router.ts';
import { changePerson, hasPerson } from '#web/lib/person/person-state.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';

interface RecoveryFlowProps {
  /** The result page in this layout. */
  readonly resultPath: string;
  readonly inCard?: boolean;
}

/** Recovery between sign-in, which provides the identifier, and the result, which is signed in. */
export function RecoveryFlow({ resultPath, inCard = false }: RecoveryFlowProps) {
  return (
    <FlowPage onLeave={() => navigate('/login')} inCard={inCard}>
      <Recovery
        readIdentifier={readKeptIdentifier}
        onDone={async (contact, ticket) => navigate((await enter(contact, ticket)) ? resultPath : '/login', { replace: true })}
      />
    </FlowPage>
  );
}

/** Signs in. The reset has ended the account's sessions: if that fails, tabs of this browser must leave their pages. */
async function enter(contact: string, ticket: string): Promise<boolean> {
  try {
    await signInAfterReset(ticket);
    return true;
  } catch (error) {
    if (hasPerson()) changePerson('ends');
    // For the person's next sign-in.
    keepIdentifier(contact);
    const second = error instanceof RefusalError ? readSecondStep(error) : undefined;
    if (second !== undefined) keepSecondStep(second);
    return false;
  }
}
