import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { Card } from '#web/ui/card.tsx';
import { userKey } from '#web/ui/icons.ts';
import { Row, Rows, Tile } from '#web/ui/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useCanUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';

/** The way to passkeys and two-step verification, on the Security page. Without passkeys it says nothing about them. */
export function PasskeysLinkCard(): ReactNode {
  const t = useT();
  const isUsable = useCanUsePasskeys();
  const { data: account } = useAccount();
  return (
    <Card>
      <Rows>
        <Row
          lead={<Tile icon={userKey} />}
          title={t('pt.title')}
          note={isUsable ? t('pk.lead') : undefined}
          value={isUsable ? account?.passkeys : undefined}
          muted
          href="/pc-passkeys"
        />
      </Rows>
    </Card>
  );
}
