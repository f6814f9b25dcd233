import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { lock } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { useFreezeQuestion } from './freeze-question.tsx';

/** The way to freeze the own account without a message. */
export function FreezeCard(): ReactNode {
  const t = useT();
  const { ask, question } = useFreezeQuestion();
  return (
    <>
      <Card>
        <Rows>
          <Row lead={<Tile icon={lock} />} title={t('fz.row')} note={t('fz.rowB')} onClick={ask} />
        </Rows>
      </Card>
      {question}
    </>
  );
}
