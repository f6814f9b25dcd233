import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { unbindableContact } from '#web/features/account/contacts/unbindable.tsx';
import { unbindablePlatform } from '#web/features/account/social-accounts/unbindable.ts';
import { navigate, useQuery, useRouteTitle } from '#web/lib/page/router.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { beforeUnbinding } from '#web/widgets/sign-in/unbind-paths.ts';
import { UnbindStep } from '#web/widgets/sign-in/unbind-step.tsx';
import type { Unbindable } from '#web/widgets/sign-in/unbinding.ts';

const contacts = ['phone', 'email'] as const;

/**
 * /mobile-unbind?platform={platform} and ?contact={phone|email}: Unbind. Without such a way to sign in there is no
 * question.
 */
export function MobileUnbindScreen(): ReactNode {
  const { title } = useRouteTitle();
  const { data: account } = useAccount();
  const query = useQuery();
  // The URL changes before the page, and an unbound way disappears: keep the subject of the question.
  const [asked, setAsked] = useState<Unbindable>();
  const named = account && asked === undefined ? subjectOf(query, account) : undefined;
  if (named !== undefined) setAsked(named);
  const isNothing = account !== undefined && asked === undefined && named === undefined;
  const goBack = (): void => navigate(beforeUnbinding(query), { replace: true });
  const end = (): void => navigate(query.has('contact') ? '/mobile-security' : '/mobile-social-accounts', { replace: true });
  const leaveNothing = useEffectEvent(end);
  useEffect(() => {
    if (isNothing) leaveNothing();
  }, [isNothing]);
  return (
    <FlowPage onLeave={goBack}>
      {account === undefined || asked === undefined ? (
        <AccountPending title={title} />
      ) : (
        <UnbindStep what={asked} account={account} onDone={end} onCancel={goBack} />
      )}
    </FlowPage>
  );
}

/** Contact or social account that the URL names, if the account has it. */
function subjectOf(query: URLSearchParams, { encryptPhoneNumber, encryptEmail, tpls }: AccountView): Unbindable | undefined {
  const contact = contacts.find((kind) => kind === query.get('contact'));
  if (contact !== undefined)
    return (contact === 'phone' ? encryptPhoneNumber : encryptEmail) === '' ? undefined : unbindableContact(contact);
  const platform = platforms.find((each) => each === query.get('platform') && tpls.some(({ type }) => type === each));
  return platform && unbindablePlatform(platform);
}
