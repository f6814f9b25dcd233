import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useAccount } from '#web/widgets/account/account.ts';
import { offerKey } from './passkeys.ts';

const OfferLine = lazy(async () => ({ default: (await import('./after-sign-in.ts')).OfferLine }));

/** On Home, once after a sign-in with a password: a passkey, for an account that has none. */
export function PasskeyOffer(): ReactNode {
  const { data: account } = useAccount();
  const { data: isOffered } = useQuery({ queryKey: offerKey, queryFn: () => false, staleTime: Infinity });
  if (isOffered !== true || account?.passkeys !== 0) return null;
  return (
    <Suspense>
      <OfferLine />
    </Suspense>
  );
}
