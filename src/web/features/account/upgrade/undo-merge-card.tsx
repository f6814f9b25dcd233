import type { ReactNode } from 'react';
import { upgradeEndpoints } from '#contract/account/upgrade/upgrade.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { changePerson } from '#web/lib/person/person-state.ts';
import { Effects, MailedLinkCard } from '#web/widgets/mailed-links/mailed-link-card.tsx';
import { keepRecovery, newPasswordPath } from '#web/widgets/password/recovery.ts';

/** Undoes a merge, with the link that was sent to the contacts of both accounts (ADR 26). */
export function UndoMergeCard(): ReactNode {
  const t = useT();
  const setPassword = { href: newPasswordPath, label: t('ln.setPassword') };
  return (
    <MailedLinkCard
      page="undo-upgrade"
      title={t('ln.merge.h')}
      lead={t('ln.merge.b')}
      effects={<Effects of={[t('ln.merge.1'), t('ln.merge.2'), t('ln.merge.3')]} />}
      button={t('title.undoMerge')}
      spend={undo}
      done={{
        title: t('ln.merge.okH'),
        lead: () => t('ln.merge.okB'),
        way: (recovery) => (recovery === '' ? { href: '/login', label: t('rs.login') } : setPassword),
      }}
      dead={{ lead: t('ln.dead.merge'), way: setPassword }}
    />
  );
}

/** Returns the token for a new password, or '' if none is needed. */
async function undo(token: string): Promise<string> {
  const { recovery } = await call(upgradeEndpoints.undoLegacyMerge, { body: { token } });
  // All sessions have ended, including this browser's.
  changePerson('lapses');
  if (recovery !== '') keepRecovery(recovery);
  return recovery;
}
