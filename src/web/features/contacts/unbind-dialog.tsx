import type { ReactNode } from 'react';
import { translate, useT } from '#web/lib/i18n.tsx';
import { MaskedTargetText } from '#web/widgets/identity-proof/masked-target-text.tsx';
import type { Unbindable } from '#web/widgets/sign-in/unbinding.ts';
import { UnbindQuestion } from '#web/widgets/sign-in/unbind-question.tsx';
import { contactCalls, type ContactKind } from './contact-kinds.ts';

interface UnbindDialogProps {
  readonly kind: ContactKind;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after the unbinding, instead of `onClose`. */
  readonly onDone?: () => void;
}

/** Asks for confirmation before a phone or email is unbound, and explains the effects. */
export function UnbindDialog({ kind, open, onClose, onDone = onClose }: UnbindDialogProps): ReactNode {
  const t = useT();
  return (
    <UnbindQuestion
      open={open}
      what={unbindable(kind)}
      title={t(`ad.unbind.${kind}`)}
      renderLead={(account) => <MaskedTargetText text="ad.unbind.b" gap="target" masked={contactCalls[kind].masked(account)} />}
      lastLead={t(`ad.last.${kind}`)}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

function unbindable(kind: ContactKind): Unbindable {
  const { actions, unbind } = contactCalls[kind];
  const other = contactCalls[kind === 'phone' ? 'email' : 'phone'];
  return {
    isLast: (account) => other.masked(account) === '',
    need: { action: actions.unbind },
    unbind,
    doneText: () => translate(`ad.unbound.${kind}`),
  };
}
