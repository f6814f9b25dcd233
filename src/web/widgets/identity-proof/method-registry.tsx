import type { ReactNode } from 'react';
import type { ProofMethod } from '#contract/vocabulary/identity-proof.ts';
import { translate } from '#web/lib/i18n.tsx';
import { keyRound, mail, smartphone } from '#web/ui/icons.ts';
import { authenticate } from './authenticate.ts';
import { CodePanel } from './code-panel.tsx';
import { MaskedTargetText } from './masked-target-text.tsx';
import { PasswordPanel } from './password-panel.tsx';
import type { ProofNeed } from './proof-method.ts';

export interface PanelProps {
  readonly masked: string;
  readonly need: ProofNeed;
  readonly onVerified: () => void;
  readonly onCancel: (() => void) | undefined;
  /** Absent where this is the only method. */
  readonly onOther: (() => void) | undefined;
}

interface MethodEntry {
  readonly icon: string;
  readonly label: (masked: string) => ReactNode;
  readonly panel: (props: PanelProps) => ReactNode;
}

/** Every method as it is offered and carried out. One that joins is an entry here. */
export const methodRegistry: Readonly<Record<ProofMethod, MethodEntry>> = {
  phone: {
    icon: smartphone,
    label: (masked) => <MaskedTargetText text="vf.byPhone" gap="phone" masked={masked} />,
    panel: (props) => <OwnCodePanel key="phone" channel="phone" {...props} />,
  },
  email: {
    icon: mail,
    label: (masked) => <MaskedTargetText text="vf.byEmail" gap="email" masked={masked} />,
    panel: (props) => <OwnCodePanel key="email" channel="email" {...props} />,
  },
  password: {
    icon: keyRound,
    label: () => translate('vf.byPassword'),
    panel: ({ need, onVerified, ...ways }) => (
      <PasswordPanel
        key="password"
        onPassword={async (password) => {
          await authenticate({ method: 'password', password }, need);
          onVerified();
        }}
        {...ways}
      />
    ),
  },
};

function OwnCodePanel({ channel, masked, need, onVerified, ...ways }: PanelProps & { readonly channel: 'phone' | 'email' }): ReactNode {
  return (
    <CodePanel
      channel={channel}
      masked={masked}
      onCode={async (code) => {
        await authenticate({ method: channel, code }, need);
        onVerified();
      }}
      {...ways}
    />
  );
}
