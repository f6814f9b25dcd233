import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { snowflake } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';

/** The way to freeze the own account without a message. */
export function FreezeCard(): ReactNode {
  const t = useT();
  return (
    <Card>
      <Rows>
        <Row icon={snowflake} title={t('wy.btn')} href="/freeze" isDanger />
      </Rows>
    </Card>
  );
}
