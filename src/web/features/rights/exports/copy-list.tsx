import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { shortDayText } from '#web/lib/texts/time-text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { useCopies, type Copy } from './copies.ts';
import { AskButton, isAlive, LiveCopy } from './copy-card.tsx';
import css from './exports.module.css';

function endOf({ state }: Copy): 'failed' | 'expired' | 'canceled' {
  return state === 'failed' || state === 'expired' ? state : 'canceled';
}

/** The copies beside the newest one: those that can be downloaded, the way to a fresh one, and those that have ended. */
export function CopyList(): ReactNode {
  const t = useT();
  const { data } = useCopies();
  if (data === undefined) return null;
  const newest = data.exports.find(({ child }) => child === '');
  const others = data.exports.filter((copy) => copy !== newest);
  const ended = data.exports.filter((copy) => !isAlive(copy));
  const titleOf = ({ child, requestedAt }: Copy): string =>
    child === ''
      ? t('ex.copyOf', { date: shortDayText(requestedAt) })
      : t('ex.copyOfChild', { date: shortDayText(requestedAt), name: child });
  return (
    <>
      {others.filter(isAlive).map((copy) => (
        <LiveCopy key={copy.id} copy={copy} title={titleOf(copy)} />
      ))}
      {newest?.state === 'ready' && data.nextAt === null && (
        <div>
          <AskButton>{t('ex.getBtn')}</AskButton>
        </div>
      )}
      {ended.length > 0 && (
        <Card title={t('ex.ended')}>
          <Rows>
            {ended.map((copy) => (
              <Row key={copy.id} title={titleOf(copy)} value={t(`ex.s.${endOf(copy)}`)} />
            ))}
          </Rows>
        </Card>
      )}
      <p className={css['note']}>{t('ex.keepSafe')}</p>
    </>
  );
}
