import type { ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { navigate } from '#web/lib/page/router.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { circleArrowUp } from '#web/ui/marks/icons.ts';
import { forgetUpgrade, keepUpgrade, upgradeStart } from '#web/widgets/upgrade/upgrade-visit.ts';

/** The way of a legacy account to the new ID. */
export function UpgradeRow({ account }: { readonly account: AccountView }): ReactNode {
  const t = useT();
  return (
    <Card>
      <Rows>
        <Row
          icon={circleArrowUp}
          title={t('home.upgrade.h')}
          onClick={() => {
            beginUpgrade(account);
            navigate(upgradeStart);
          }}
        />
      </Rows>
    </Card>
  );
}

/** The account has a contact of the legacy account: it is offered, so that nobody types it again. */
function beginUpgrade({ encryptPhoneNumber, encryptEmail }: AccountView): void {
  forgetUpgrade();
  keepUpgrade({ own: [encryptPhoneNumber, encryptEmail].filter((masked) => masked !== '') });
}
