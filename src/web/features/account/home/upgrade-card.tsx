import { lazy, Suspense, type ReactNode } from 'react';
import { useAccount } from '#web/widgets/account/account.ts';

const UpgradeRow = lazy(async () => ({ default: (await import('./upgrade-row.tsx')).UpgradeRow }));

/** For a legacy account: the way to the new ID. Renders nothing for other accounts. */
export function UpgradeCard(): ReactNode {
  const { data: account } = useAccount();
  return (
    account?.legacy === true && (
      <Suspense>
        <UpgradeRow account={account} />
      </Suspense>
    )
  );
}
