import { lazy, Suspense, type ReactNode } from 'react';

const AskingApp = lazy(async () => ({ default: (await import('#web/widgets/oauth-client/asking-app.tsx')).AskingApp }));

interface SignInLeadProps {
  /** The app that asks for the sign-in. */
  readonly clientID: string;
  /** Ends the app's request. */
  readonly back?: string | undefined;
  /** The app asks for a stronger sign-in than the present one. */
  readonly asksMore?: boolean;
  /** Somebody is signed in and has to sign in again: told the name by which they may, '' without one. */
  readonly onAgain?: ((username: string) => void) | undefined;
}

/** The line below the heading of sign-in and registration: the app for which the person signs in. */
export function SignInLead({ clientID, back, asksMore = false, onAgain }: SignInLeadProps): ReactNode {
  return (
    <Suspense fallback={'\u00a0'}>
      <AskingApp clientID={clientID} back={back} asksMore={asksMore} onAgain={onAgain} />
    </Suspense>
  );
}
