import type { ReactNode } from 'react';
import { UpgradeSteps } from '#web/features/account/upgrade/upgrade-steps.tsx';

/** /account-upgrade/{step}, and its mobile twin. */
export function AccountUpgradeScreen(): ReactNode {
  return <UpgradeSteps />;
}
