import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ContactFlow } from '#web/features/contacts/contact-flow.tsx';
import type { ContactKind } from '#web/features/contacts/contact-kinds.ts';
import { UnbindDialog } from '#web/features/contacts/unbind-dialog.tsx';
import { useT } from '#web/lib/i18n.tsx';
import { navigate, useQuery } from '#web/lib/router.ts';
import { Button } from '#web/ui/button.tsx';
import { FlowPage } from '#web/ui/flow/flow.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { signInMethods } from '#web/widgets/sign-in/sign-in-methods.ts';
import css from './contact-pages.module.css';

const home = '/mobile-account-home';

/**
 * /mobile-modify-info/phone: Change mobile, or with `fromType=setInitialPhone` Bind mobile. `unbind` asks immediately
 * for the unbinding.
 */
export function ChangePhonePage(): ReactNode {
  return <ContactPage kind="phone" />;
}

/** /mobile-modify-info/email: Change email address, or with `fromType=setInitialEmail` Bind email. */
export function ChangeEmailPage(): ReactNode {
  return <ContactPage kind="email" />;
}

function ContactPage({ kind }: { readonly kind: ContactKind }): ReactNode {
  const t = useT();
  const isBound = useBoundAtFirst(kind);
  const isAsked = useQuery().has('unbind');
  const [asking = isAsked, setAsking] = useState<boolean>();
  const leave = (): void => navigate(home, { replace: true });
  return (
    <>
      <FlowPage onLeave={leave}>
        <ContactFlow kind={kind} onDone={leave} />
      </FlowPage>
      {isBound === true && (
        <div className={css['unbind']}>
          <Button variant="text" block quiet onClick={() => setAsking(true)}>
            {t(`ad.unbind.${kind}`)}
          </Button>
          <UnbindDialog kind={kind} open={asking} onClose={() => setAsking(false)} onDone={leave} />
        </div>
      )}
    </>
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
