import { useLayoutEffect, useState, type ReactNode } from 'react';
import { RecoverByCode } from './recover-by-code.tsx';
import { RecoverByLink } from './recover-by-link.tsx';
import { forgetRecoveryToken, takeRecoveryToken } from './recovery-token.ts';
import type { RecoveryProps } from './recovery-values.ts';

/** A new password for a locked-out person (brief 4.4): by a code to the phone or email, or by a mailed link. */
export function Recovery(props: RecoveryProps): ReactNode {
  const [token, setToken] = useState<string>();
  // Before the first paint: visitors with a link see no other form.
  useLayoutEffect(() => setToken(takeRecoveryToken()), []);
  if (token === undefined) return <RecoverByCode {...props} />;
  function restart(): void {
    forgetRecoveryToken();
    setToken(undefined);
  }
  return <RecoverByLink key={token} token={token} onDone={() => props.onDone('')} onRestart={restart} />;
}
