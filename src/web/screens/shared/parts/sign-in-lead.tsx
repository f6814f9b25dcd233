import { lazy, Suspense, type ReactNode } from 'react';
import { askingClient } from '#web/screens/shared/page-query.ts';

const AskingApp = lazy(async () => ({ default: (await import('#web/widgets/oauth-client/asking-app.tsx')).AskingApp }));

interface SignInLeadProps {
  readonly query: URLSearchParams;
  /** For a sign-in that no app asked for. */
  readonly usual: string;
}

/** The line below the heading of sign-in and registration: the app for which the person signs in, if there is one. */
export function SignInLead({ query, usual }: SignInLeadProps): ReactNode {
  const clientID = askingClient(query);
  if (clientID === undefined) return usual;
  return (
    <Suspense fallback={'\u00a0'}>
      <AskingApp clientID={clientID} usual={usual} />
    </Suspense>
  );
}
