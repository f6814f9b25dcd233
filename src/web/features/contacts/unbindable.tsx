import { translate } from '#web/lib/i18n.tsx';
import { MaskedTargetText } from '#web/widgets/identity-proof/masked-target-text.tsx';
import type { Unbindable } from '#web/widgets/sign-in/unbinding.ts';
import { contactCalls, type ContactKind } from './contact-kinds.ts';

/** A phone or an email can be unbound if the other one remains. */
export function unbindableContact(kind: ContactKind): Unbindable {
  const { actions, masked, unbind } = contactCalls[kind];
  const other = kind === 'phone' ? 'email' : 'phone';
  return {
    title: (t) => t(`ad.unbind.${kind}`),
    lead: (_t, account) => <MaskedTargetText text="ad.unbind.b" gap="target" masked={masked(account)} />,
    verb: 'btn.remove',
    isLast: (account) => contactCalls[other].masked(account) === '',
    lastLead: `ad.last.${kind}`,
    first: other,
    need: { action: actions.unbind },
    unbind,
    doneText: () => translate(`ad.unbound.${kind}`),
  };
}
