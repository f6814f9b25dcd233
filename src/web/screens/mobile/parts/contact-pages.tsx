import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ContactPageFlow } from '#web/features/account/contacts/contact-flow.tsx';
import type { ContactKind } from '#web/features/account/contacts/contact-kinds.ts';
import { ContactOverview } from '#web/features/account/contacts/contact-overview.tsx';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { FlowPage } from '#web/ui/flow/flow.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { securityPlace } from '#web/widgets/account/places.ts';
import { unbindPage } from '#web/widgets/sign-in/unbind-paths.ts';
import { signInMethods } from '#web/widgets/sign-in/sign-in-methods.ts';

const home = securityPlace.mobile;

/**
 * /mobile-modify-info/phone: the phone with its change and the link that unbinds it, or with `fromType=setInitialPhone`
 * Bind mobile.
 */
export function ChangePhonePage(): ReactNode {
  return <ContactPage kind="phone" />;
}

/** /mobile-modify-info/email: Change email address, or with `fromType=setInitialEmail` Bind email. */
export function ChangeEmailPage(): ReactNode {
  return <ContactPage kind="email" />;
}

function ContactPage({ kind }: { readonly kind: ContactKind }): ReactNode {
  const isBound = useBoundAtFirst(kind);
  const [isChanging, setChanging] = useState(false);
  const leave = (): void => navigate(home, { replace: true });
  if (isBound === true && !isChanging) {
    return <ContactOverview kind={kind} onChange={() => setChanging(true)} onUnbind={() => navigate(unbindPage(kind))} />;
  }
  return (
    <FlowPage onLeave={leave}>
      <ContactPageFlow kind={kind} onDone={leave} />
    </FlowPage>
  );
}

/** Whether the account had a contact when the page was opened. If not, sets "Bind" in the URL and thus in the title. */
function useBoundAtFirst(kind: ContactKind): boolean | undefined {
  const { data: account } = useAccount();
  const isNamedInitial = useQuery().get('fromType') === (kind === 'phone' ? 'setInitialPhone' : 'setInitialEmail');
  const method = account === undefined ? undefined : signInMethods(account).find((each) => each.kind === kind);
  const [first, setFirst] = useState<{ readonly bound: boolean; readonly path: string }>();
  if (method !== undefined && first === undefined) setFirst({ bound: method.value !== undefined, path: method.paths.mobile });
  // Only once: the URL changes before the page that is being left.
  const name = useEffectEvent(() => {
    if (first !== undefined && first.bound === isNamedInitial) navigate(first.path, { replace: true });
  });
  useEffect(() => name(), [first]);
  return first?.bound;
}
