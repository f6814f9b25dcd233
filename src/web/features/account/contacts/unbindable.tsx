import type { ReactNode } from 'react';
import { translate } from '#web/lib/texts/i18n.tsx';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import type { Unbindable } from '#web/widgets/sign-in/unbinding.ts';
import { contactCalls, type ContactKind } from './contact-kinds.ts';

/** On a protected account two ways make the old one void, and then it cannot undo the change. */
export function LostLabel({ masked, note }: { readonly masked: string; readonly note: string }): ReactNode {
  return (
    <>
      <MaskedTargetText text="un.lost" gap="target" masked={masked} />
      <br />
      <small>{note}</small>
    </>
  );
}

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
    lost: (t, account) => (account.twoStep.enabled ? <LostLabel masked={masked(account)} note={t('un.lostD')} /> : undefined),
    need: { action: actions.unbind },
    unbind,
    doneText: () => translate(`ad.unbound.${kind}`),
  };
}
