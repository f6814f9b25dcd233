import { useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { FlowDialog, FlowStep } from '#web/ui/flow/flow.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { FirstPasswordSteps } from '#web/widgets/password/first-password-steps.tsx';
import { SupportLine } from '#web/widgets/identity-proof/support-line.tsx';
import { ChangeByCodeStep, type CodeTarget } from './change-by-code-step.tsx';
import { ChangePasswordStep } from './change-password-step.tsx';

interface PasswordDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Changes the password in a dialog over the Security page, or sets the first one. */
export function PasswordDialog({ open, onClose }: PasswordDialogProps): ReactNode {
  return (
    <FlowDialog open={open} onClose={onClose}>
      <PasswordFlow onDone={onClose} />
    </FlowDialog>
  );
}

function PasswordFlow({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  if (account === undefined) return <AccountPending title={t('title.password')} />;
  return <PasswordSteps account={account} onDone={onDone} />;
}

/** The kind of flow is fixed at its start: the account changes while the last step is still on screen. */
function PasswordSteps({ account, onDone }: Omit<PasswordFlowProps, 'title'>): ReactNode {
  const t = useT();
  const [isFirst] = useState(account.password_empty);
  return isFirst ? (
    <SetFirstPassword title={t('title.setPassword')} account={account} onDone={onDone} />
  ) : (
    <ChangePassword title={t('title.password')} account={account} onDone={onDone} />
  );
}

export interface PasswordFlowProps {
  /** The heading of the steps. */
  readonly title: string;
  readonly account: AccountView;
  readonly onDone: () => void;
}

/** The change with the current password, or by code if it is forgotten. */
export function ChangePassword(props: PasswordFlowProps): ReactNode {
  const [isForgotten, setForgotten] = useState(false);
  if (isForgotten) return <ChangeByCode {...props} onBack={() => setForgotten(false)} />;
  const canSend = codeTargets(props.account).length > 0;
  return <ChangePasswordStep title={props.title} onDone={props.onDone} onForgot={canSend ? () => setForgotten(true) : undefined} />;
}

/** The change by code. */
export function ChangeByCode({ title, account, onDone, onBack }: PasswordFlowProps & { readonly onBack?: () => void }): ReactNode {
  const t = useT();
  const [first, ...others] = codeTargets(account);
  if (first === undefined) return <FlowStep title={title} lead={t('vf.noMethod')} footer={<SupportLine />} />;
  return <ChangeByCodeStep title={title} targets={[first, ...others]} onDone={onDone} onBack={onBack} />;
}

/** The first password of an account. */
export function SetFirstPassword({ title, onDone }: PasswordFlowProps): ReactNode {
  const done = (): void => {
    notify({ kind: 'success', text: translate('pw.set') });
    onDone();
  };
  return <FirstPasswordSteps title={title} onDone={done} />;
}

function codeTargets({ encryptPhoneNumber, encryptEmail }: AccountView): readonly CodeTarget[] {
  const all = [
    { channel: 'phone', masked: encryptPhoneNumber },
    { channel: 'email', masked: encryptEmail },
  ] as const;
  return all.filter(({ masked }) => masked !== '');
}
