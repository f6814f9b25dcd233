import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useAccount } from '#web/widgets/account/account.ts';
import { questionsOf, useCheckup } from '#web/widgets/checkup/checkup.ts';
import { offerKey } from './passkeys.ts';

const OfferLine = lazy(async () => ({ default: (await import('./after-sign-in.ts')).OfferLine }));

/** On Home, once after a sign-in with a password: a passkey, for an account that has none. A question comes first. */
export function PasskeyOffer(): ReactNode {
  const { data: account } = useAccount();
  const { data: isOffered } = useQuery({ queryKey: offerKey, queryFn: () => false, staleTime: Infinity });
  const { data: checkup } = useCheckup();
  if (isOffered !== true || account?.passkeys !== 0 || questionsOf(checkup).length > 0) return null;
  return (
    <Suspense>
      <OfferLine />
    </Suspense>
  );
}
