import type { ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { translate } from '#web/lib/texts/i18n.tsx';
import { AppCodePanel, RecoveryCodePanel } from './step-code-panels.tsx';
import { fingerprintPattern, keyRound, lock, mail, shieldCheck, smartphone } from '#web/ui/marks/icons.ts';
import { canUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { CodePanel } from './code-panel.tsx';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import { PasskeyPanel } from './passkey-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import type { PanelProps } from './proof-request.ts';

interface MethodEntry {
  readonly icon: string;
  readonly label: (masked: string) => ReactNode;
  /** The masked destination of a code; '' for a method without a code, undefined if the account has no such method. */
  readonly target: (account: AccountView) => string | undefined;
  readonly panel: (props: PanelProps) => ReactNode;
}

/** How each method is found in an account, offered and used. A new method is a new entry. */
export const methodRegistry: Readonly<Record<ProofMethod, MethodEntry>> = {
  totp: {
    icon: shieldCheck,
    label: () => translate('ts.app'),
    target: ({ twoStep }) => (twoStep.totp ? '' : undefined),
    panel: (props) => <AppCodePanel key="totp" {...props} />,
  },
  recovery: {
    icon: lock,
    label: () => translate('rc.one'),
    target: ({ twoStep }) => (twoStep.codes > 0 ? '' : undefined),
    panel: (props) => <RecoveryCodePanel key="recovery" {...props} />,
  },
  passkey: {
    icon: fingerprintPattern,
    label: () => translate('pk.one'),
    target: ({ passkeys }) => (passkeys > 0 && canUsePasskeys() ? '' : undefined),
    panel: (props) => <PasskeyPanel key="passkey" {...props} />,
  },
  phone: {
    icon: smartphone,
    label: (masked) => <MaskedTargetText text="vf.byPhone" gap="phone" masked={masked} />,
    target: ({ encryptPhoneNumber }) => encryptPhoneNumber || undefined,
    panel: (props) => <CodePanel key="phone" channel="phone" {...props} />,
  },
  email: {
    icon: mail,
    label: (masked) => <MaskedTargetText text="vf.byEmail" gap="email" masked={masked} />,
    target: ({ encryptEmail }) => encryptEmail || undefined,
    panel: (props) => <CodePanel key="email" channel="email" {...props} />,
  },
  password: {
    icon: keyRound,
    label: () => translate('vf.byPassword'),
    target: (account) => (account.password_empty ? undefined : ''),
    panel: (props) => <PasswordPanel key="password" {...props} />,
  },
};
