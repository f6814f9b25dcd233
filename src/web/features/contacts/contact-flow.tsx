import { useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import { useT } from '#web/lib/i18n.tsx';
import { FlowDialog } from '#web/ui/flow/flow.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { SetPasswordStep } from '#web/widgets/password/set-password-step.tsx';
import { VerifyIdentity } from '#web/widgets/identity-proof/verify-identity.tsx';
import { contactCalls, type ContactKind } from './contact-kinds.ts';
import { NewContactStep } from './new-contact-step.tsx';

interface ContactFlowProps {
  readonly kind: ContactKind;
  readonly onDone: () => void;
}

/** Changes or binds a phone or an email in a dialog over the Security page. */
export function ContactDialog({
  kind,
  open,
  onClose,
}: {
  readonly kind: ContactKind;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  return (
    <FlowDialog open={open} onClose={onClose}>
      <ContactFlow kind={kind} onDone={onClose} />
    </FlowDialog>
  );
}

/** The steps of a change or a first binding (brief 4.6), for a dialog or a page. */
export function ContactFlow(props: ContactFlowProps): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  if (account === undefined) return <AccountPending title={t(`title.${props.kind}`)} />;
  return <ContactSteps {...props} account={account} />;
}

type Step = 'password' | 'verify' | 'new';

/** The steps: first password if missing; identity proof (at the end for a first phone or email); new contact. */
function ContactSteps({ kind, onDone, account }: ContactFlowProps & { readonly account: AccountView }): ReactNode {
  const t = useT();
  // Fixed at the start of the flow: its own steps change the account.
  const [isChange] = useState(() => contactCalls[kind].masked(account) !== '');
  const afterPassword: Step = isChange ? 'verify' : 'new';
  const [step, setStep] = useState<Step>(account.password_empty ? 'password' : afterPassword);
  if (step === 'password') {
    return <SetPasswordStep key={step} title={t('title.setFirst')} submitLabel={t('btn.next')} onDone={() => setStep(afterPassword)} />;
  }
  if (step === 'verify') return <VerifyIdentity key={step} action={contactCalls[kind].actions.change} onVerified={() => setStep('new')} />;
  const title = t(isChange ? `title.${kind}` : kind === 'phone' ? 'title.bindPhone' : 'title.bindEmail');
  return <NewContactStep key={step} kind={kind} title={title} account={account} onDone={onDone} />;
}
