import type { ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { Rows } from '#web/ui/layout/rows.tsx';
import { ProtectionRow } from '#web/widgets/passkeys/protection-row.tsx';

/** The way to passkeys and two-step verification, on the Security page. */
export function PasskeysLinkCard(): ReactNode {
  return (
    <Card>
      <Rows>
        <ProtectionRow href="/pc-passkeys" explained />
      </Rows>
    </Card>
  );
}
