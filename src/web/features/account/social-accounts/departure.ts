import { useEffect, useState } from 'react';
import { socialAccountsEndpoints } from '#contract/account/social-accounts/social-accounts.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { call } from '#web/lib/api/api.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { beginJourney } from './journey.ts';

interface Departure {
  /** The target platform of a departure in progress. */
  readonly leaving: Platform | undefined;
  readonly toSignIn: (platform: Platform, way?: { readonly from?: string; readonly redirect?: string | undefined }) => void;
  /** Requires an identity proof first. */
  readonly toBind: (platform: Platform) => void;
}

/** Leaves for a platform in the same tab. A refusal shows its reason; a canceled proof changes nothing. */
export function useDeparture(): Departure {
  const [leaving, setLeaving] = useState<Platform>();

  // The browser may restore this page in the state in which it was left.
  useEffect(() => {
    const arrive = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setLeaving(undefined);
    };
    addEventListener('pageshow', arrive);
    return () => removeEventListener('pageshow', arrive);
  }, []);

  async function leave(platform: Platform, begin: () => Promise<{ readonly url: string } | undefined>): Promise<void> {
    setLeaving(platform);
    try {
      const begun = await begin();
      if (begun === undefined) setLeaving(undefined);
      else location.assign(begun.url);
    } catch (error) {
      setLeaving(undefined);
      handleRefusal(error);
    }
  }

  return {
    leaving,
    toSignIn: (platform, { from = location.pathname + location.search, redirect } = {}) => {
      beginJourney({ platform, purpose: 'signIn', from, redirect: redirect ?? '' });
      const query = { platform, ...(redirect === undefined || redirect === '' ? {} : { redirect }) };
      void leave(platform, () => call(socialAccountsEndpoints.platformSignInUrl, { query }));
    },
    toBind: (platform) => {
      beginJourney({ platform, purpose: 'bind', from: location.pathname + location.search, redirect: '' });
      const begin = () => call(socialAccountsEndpoints.beginPlatformBind, { query: { platform } });
      // The sign-in page also leaves for platforms; it must not load code that it never needs.
      void leave(platform, async () => {
        const { withProof } = await import('#web/widgets/identity-proof/proof.ts');
        return withProof({ action: 'bindSocial', target: platform }, begin);
      });
    },
  };
}
