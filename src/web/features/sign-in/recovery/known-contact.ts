import { useEffect, useState } from 'react';
import { accountEndpoints } from '#contract/account/account/account.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { call } from '#web/lib/api/api.ts';
import { hasPerson } from '#web/lib/person/person-state.ts';
import type { RemoteCheck } from '#web/ui/form/remote-check.ts';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';

/**
 * The check of the contact that shall receive the code, as at sign-in: a visitor's must be registered, a signed-in
 * person's must be the account's own.
 */
export function useKnownContact(): RemoteCheck {
  const isSignedIn = useIsSignedIn();
  const registered = { phone: useUniqueness(remoteRules.phoneKnown), email: useUniqueness(remoteRules.emailKnown) };
  const own = { phone: useUniqueness(remoteRules.phoneOwn), email: useUniqueness(remoteRules.emailOwn) };
  const { phone, email } = isSignedIn ? own : registered;
  const of = (value: string): RemoteCheck => (value.includes('@') ? email : phone);
  return {
    rule: phone.rule,
    known: (value) => of(value).known(value),
    ask: (value) => of(value).ask(value),
    drop: () => {
      phone.drop();
      email.drop();
    },
  };
}

function useIsSignedIn(): boolean {
  const [isSignedIn, setSignedIn] = useState(false);
  useEffect(() => {
    if (!hasPerson()) return undefined;
    const stop = new AbortController();
    call(accountEndpoints.metainfo, { signal: stop.signal }).then(
      () => setSignedIn(true),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return isSignedIn;
}
