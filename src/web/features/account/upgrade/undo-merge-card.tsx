import type { ReactNode } from 'react';
import { upgradeEndpoints } from '#contract/account/upgrade/upgrade.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Effects, MailedLinkCard } from '#web/widgets/mailed-links/mailed-link-card.tsx';

/** Undoes a merge, with the link that was sent to the contacts that the account had (ADR 26). */
export function UndoMergeCard(): ReactNode {
  const t = useT();
  const setPassword = { href: newPasswordPath, label: t('ln.setPassword') };
  return (
    <MailedLinkCard
      page="undo-upgrade"
      title={t('ln.merge.h')}
      lead={t('ln.merge.b')}
      effects={<Effects of={[t('ln.merge.1'), t('ln.merge.2')]} />}
      button={t('title.undoMerge')}
      spend={undo}
      done={{
        title: t('ln.merge.okH'),
        lead: () => t('ln.merge.okB'),
        way: () => ({ href: '/freeze', label: t('wy.btn') }),
      }}
      dead={{ lead: t('ln.dead.merge'), way: setPassword }}
    />
  );
}

async function undo(token: string): Promise<string> {
  await call(upgradeEndpoints.undoLegacyMerge, { body: { token } });
  return '';
}

/** The page for a new password. */
const newPasswordPath = '/register/support';
