import { useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { authenticate } from '#web/widgets/identity-proof/authenticate.ts';
import type { ProofNeed } from '#web/widgets/identity-proof/proof-method.ts';
import { VerifyIdentity } from '#web/widgets/identity-proof/verify-identity.tsx';
import { SetPasswordStep } from './set-password-step.tsx';

interface FirstPasswordStepsProps {
  readonly title: string;
  readonly submitLabel?: string;
  /** The action that follows: the new password proves the identity for it, if it is strong enough. */
  readonly next?: ProofNeed;
  readonly onDone: () => void;
}

/** The steps that set the first password of an account: the identity proof first, then the password. */
export function FirstPasswordSteps({ title, submitLabel, next, onDone }: FirstPasswordStepsProps): ReactNode {
  const t = useT();
  const [isProven, setProven] = useState(false);
  if (!isProven) return <VerifyIdentity action="setPassword" onVerified={() => setProven(true)} />;
  return (
    <SetPasswordStep
      title={title}
      submitLabel={submitLabel ?? t('btn.set')}
      onDone={async (password) => {
        // If it proves nothing, the next action asks.
        if (next !== undefined) await authenticate({ method: 'password', password }, next).catch(() => undefined);
        onDone();
      }}
    />
  );
}
