import type { ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { forgetUpgrade, keepUpgrade, upgradeStart } from '#web/widgets/upgrade/upgrade-visit.ts';

/** For a legacy account: the way to the new ID (brief 3.2). Renders nothing for other accounts. */
export function UpgradeCard(): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  if (account?.legacy !== true) return null;
  return (
    <Notice
      tone="accent"
      title={t('home.upgrade.h')}
      action={
        <ButtonLink href={upgradeStart} size="sm" onClick={() => beginUpgrade(account)}>
          {t('home.upgrade.btn')}
        </ButtonLink>
      }
    >
      {t('home.upgrade.b')}
    </Notice>
  );
}

/** The account has a contact of the legacy account: it is offered, so that nobody types it again. */
function beginUpgrade({ encryptPhoneNumber, encryptEmail }: AccountView): void {
  forgetUpgrade();
  keepUpgrade({ own: [encryptPhoneNumber, encryptEmail].filter((masked) => masked !== '') });
}
