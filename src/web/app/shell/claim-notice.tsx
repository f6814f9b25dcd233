import type { ReactNode } from 'react';
import { useAccount } from '#web/widgets/account/account.ts';
import { Later } from './later.tsx';

/** The banner of requests that wait. Only accounts with one load it; the notice in the mailbox stops a request too. */
export function ClaimNotice(): ReactNode {
  return <Later isWanted={useAccount().data?.claims[0] !== undefined} load={loadBanner} />;
}

const loadBanner = async () => (await import('#web/features/claims/load-claim-banner.ts')).loadClaimBanner();
