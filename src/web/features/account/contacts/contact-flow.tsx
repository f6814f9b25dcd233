import { useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { FlowDialog } from '#web/ui/flow/flow.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { VerifyIdentity } from '#web/widgets/identity-proof/verify-identity.tsx';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import { FirstPasswordSteps } from '#web/widgets/password/first-password-steps.tsx';
import { contactCalls, type ContactKind } from './contact-kinds.ts';
import { NewContactStep } from './new-contact-step.tsx';

interface ContactFlowProps {
  readonly kind: ContactKind;
  readonly onDone: () => void;
  /** Reports whether leaving would lose something. */
  readonly onChanged: (changed: boolean) => void;
}

/** Changes or binds a phone or an email in a dialog over the Security page. Asks before Escape loses typed text. */
export function ContactDialog({
  kind,
  open,
  onClose,
}: {
  readonly kind: ContactKind;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const [changed, setChanged] = useState(false);
  const { leave, finish, dialog } = useLeaveWarning(open && changed);
  const end = (): void => finish(onClose);
  return (
    <>
      <FlowDialog open={open} onClose={end} onDismiss={() => leave(onClose)}>
        <ContactFlow kind={kind} onDone={end} onChanged={setChanged} />
      </FlowDialog>
      {dialog}
    </>
  );
}

/** The same as the body of a page, which asks before Back loses typed text. */
export function ContactPageFlow({ onDone, ...flow }: Omit<ContactFlowProps, 'onChanged'>): ReactNode {
  const [changed, setChanged] = useState(false);
  const { finish, dialog } = useLeaveWarning(changed);
  return (
    <>
      <ContactFlow {...flow} onDone={() => finish(onDone)} onChanged={setChanged} />
      {dialog}
    </>
  );
}

/** The steps of a change or a first binding (brief 4.6), for a dialog or a page. */
function ContactFlow(props: ContactFlowProps): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  if (account === undefined) return <AccountPending title={t(`title.${props.kind}`)} />;
  return <ContactSteps {...props} account={account} />;
}

type Step = 'password' | 'verify' | 'new';

/** The steps: a password if it is missing, the identity proof, the new contact. Always in this order (brief 4.6). */
function ContactSteps({ kind, account, ...ends }: ContactFlowProps & { readonly account: AccountView }): ReactNode {
  const t = useT();
  // Fixed at the start of the flow: its own steps change the account.
  const [isChange] = useState(() => contactCalls[kind].masked(account) !== '');
  const [step, setStep] = useState<Step>(account.passwordNeeded ? 'password' : 'verify');
  const { actions } = contactCalls[kind];
  const need = { action: isChange ? actions.change : actions.bind };
  if (step === 'password') {
    return (
      <FirstPasswordSteps key={step} title={t('title.setFirst')} submitLabel={t('btn.next')} next={need} onDone={() => setStep('verify')} />
    );
  }
  if (step === 'verify') return <VerifyIdentity key={step} {...need} onVerified={() => setStep('new')} />;
  const title = t(isChange ? `title.${kind}` : kind === 'phone' ? 'title.bindPhone' : 'title.bindEmail');
  return <NewContactStep key={step} kind={kind} title={title} account={account} {...ends} />;
}
