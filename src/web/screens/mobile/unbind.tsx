import { useEffect, useState, type ReactNode } from 'react';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { UnbindStep } from '#web/features/social-accounts/unbind-step.tsx';
import { navigate, useQuery, useRouteTitle } from '#web/lib/router.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';

const list = '/mobile-social-accounts';

function leave(): void {
  navigate(list, { replace: true });
}

/** /mobile-unbind?platform={platform}: Unbind. Without a social account of that platform there is no question. */
export function MobileUnbindScreen(): ReactNode {
  const { title } = useRouteTitle();
  const { data: account } = useAccount();
  const named = useQuery().get('platform');
  // The URL changes before the page, and an unbound account disappears: keep the platform of the question.
  const [asked, setAsked] = useState<(typeof platforms)[number]>();
  const bound = platforms.find((platform) => platform === named && account?.tpls.some(({ type }) => type === platform) === true);
  if (asked === undefined && bound !== undefined) setAsked(bound);
  const isNothing = account !== undefined && asked === undefined && bound === undefined;
  useEffect(() => {
    if (isNothing) leave();
  }, [isNothing]);
  return (
    <FlowPage onLeave={leave}>
      {account === undefined || asked === undefined ? (
        <AccountPending title={title} />
      ) : (
        <UnbindStep platform={asked} account={account} onDone={leave} />
      )}
    </FlowPage>
  );
}
