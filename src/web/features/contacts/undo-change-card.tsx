import type { ReactNode } from 'react';
import { contactsEndpoints } from '#contract/endpoints/contacts.ts';
import { shownMask } from '#contract/masks.ts';
import { call } from '#web/lib/api.ts';
import { useT } from '#web/lib/i18n.tsx';
import { changePerson } from '#web/lib/person-state.ts';
import { Effects, MailedLinkCard } from '#web/widgets/mailed-links/mailed-link-card.tsx';
import { keepRecovery, newPasswordPath } from '#web/widgets/password/recovery.ts';

/** Undoes a change of phone or email, with the link that was sent to the previous one (ADR 18). */
export function UndoChangeCard(): ReactNode {
  const t = useT();
  return (
    <MailedLinkCard
      page="undo-change"
      title={t('ln.undo.h')}
      lead={t('ln.undo.b')}
      effects={<Effects of={[t('ln.undo.1'), t('ln.undo.2'), t('ln.undo.3')]} />}
      button={t('title.undo')}
      spend={undo}
      done={{
        title: t('ln.undo.okH'),
        lead: (target) => t('ln.undo.okB', { target: shownMask(target) }),
        way: () => ({ href: newPasswordPath, label: t('ln.setPassword') }),
      }}
      dead={{ lead: t('ln.dead.undo'), way: { href: newPasswordPath, label: t('ln.setPassword') } }}
      taken={t('ln.taken.undo')}
    />
  );
}

async function undo(token: string): Promise<string> {
  const { target, recovery } = await call(contactsEndpoints.undoContactChange, { body: { token } });
  // All sessions have ended, including this browser's.
  changePerson('lapses');
  keepRecovery(recovery);
  return target;
}
