import { useRef, useState, type ReactNode } from 'react';
import { ContactDialog } from '#web/features/account/contacts/contact-flow.tsx';
import type { ContactKind } from '#web/features/account/contacts/contact-kinds.ts';
import { ContactOverview } from '#web/features/account/contacts/contact-overview.tsx';
import { unbindableContact } from '#web/features/account/contacts/unbindable.tsx';
import { PasswordCard } from '#web/features/sign-in/password/password-card.tsx';
import { ChangePassword, SetFirstPassword } from '#web/features/sign-in/password/password-flow.tsx';
import { navigate, useParams, useQuery, useRouteTitle } from '#web/lib/page/router.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { securityPlace } from '#web/widgets/account/places.ts';
import { UnbindQuestion } from '#web/widgets/sign-in/unbind-question.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-way/{password,phone,email}: one way to sign in. `?change` opens the change of a contact, also after a reload. */
export function WayScreen(): ReactNode {
  const { way } = useParams();
  if (way === 'password') return <PasswordWay />;
  return <ContactWay key={way} kind={way === 'phone' ? 'phone' : 'email'} />;
}

function PasswordWay(): ReactNode {
  const { title } = useRouteTitle();
  const { data: account } = useAccount();
  // Fixed when the page is opened: the page itself changes it.
  const [isFirst, setFirst] = useState<boolean>();
  if (account !== undefined && isFirst === undefined) setFirst(account.password_empty);
  const leave = (): void => navigate(securityPlace.desktop, { replace: true });
  return (
    <Stack>
      <FlowPage onLeave={leave}>
        {account === undefined || isFirst === undefined ? (
          <AccountPending title={title} />
        ) : isFirst ? (
          <SetFirstPassword title={title} account={account} onDone={leave} />
        ) : (
          <ChangePassword title={title} account={account} onDone={leave} />
        )}
      </FlowPage>
      <PasswordCard />
    </Stack>
  );
}

function ContactWay({ kind }: { readonly kind: ContactKind }): ReactNode {
  const path = `/pc-way/${kind}`;
  const isChanging = useQuery().has('change');
  const openedHere = useRef(false);
  const [isUnbinding, setUnbinding] = useState(false);
  const change = (): void => {
    openedHere.current = true;
    navigate(`${path}?change`);
  };
  // Opened from the page, the dialog has a history entry, which Back or its end removes.
  const close = (): void => {
    if (openedHere.current && new URLSearchParams(location.search).has('change')) history.back();
    else navigate(path, { replace: true });
    openedHere.current = false;
  };
  return (
    <Stack>
      <PageHead />
      <ContactOverview kind={kind} onChange={change} onUnbind={() => setUnbinding(true)} />
      <ContactDialog kind={kind} open={isChanging} onClose={close} />
      <UnbindQuestion open={isUnbinding} what={unbindableContact(kind)} onClose={() => setUnbinding(false)} />
    </Stack>
  );
}
