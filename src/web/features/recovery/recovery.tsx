import { useLayoutEffect, useState, type ReactNode } from 'react';
import { RecoverByCode } from './recover-by-code.tsx';
import { RecoverByLink } from './recover-by-link.tsx';
import { forgetRecoveryToken, takeRecoveryToken } from './recovery-token.ts';

export interface RecoveryProps {
  /** The identifier typed at sign-in, '' where there is none. Called in an effect. */
  readonly readIdentifier: () => string;
  /** The password has been reset; `identifier` is what to sign in with, '' where only the link knows. */
  readonly onDone: (identifier: string) => Promise<void> | void;
}

/** A new password for somebody who is locked out (brief 4.4): by a code to the phone or email, or by the link of the mail. */
export function Recovery(props: RecoveryProps): ReactNode {
  const [token, setToken] = useState<string>();
  // Before anything is painted: who came by a link sees no other form.
  useLayoutEffect(() => setToken(takeRecoveryToken()), []);
  if (token === undefined) return <RecoverByCode {...props} />;
  function restart(): void {
    forgetRecoveryToken();
    setToken(undefined);
  }
  return <RecoverByLink key={token} token={token} onDone={() => props.onDone('')} onRestart={restart} />;
}
