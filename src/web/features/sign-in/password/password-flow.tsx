import { useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { FirstPasswordSteps } from '#web/widgets/password/first-password-steps.tsx';
import { SupportLine } from '#web/widgets/identity-proof/support-line.tsx';
import { ChangeByCodeStep, type CodeTarget } from './change-by-code-step.tsx';
import { ChangePasswordStep } from './change-password-step.tsx';

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
