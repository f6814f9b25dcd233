import type { ReactNode } from 'react';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { lastSeenText, dayText } from '#web/lib/texts/time-text.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { cloud, keyRound, smartphone } from '#web/ui/marks/icons.ts';
import { Row, Tile } from '#web/ui/layout/rows.tsx';
import css from './passkey-row.module.css';
import type { Passkey } from './passkeys.ts';

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** A passkey with its name, its kind and its last use. */
export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps): ReactNode {
  const t = useT();
  const name = passkeyName(passkey, t);
  const { synced, suspect, maker } = passkey;
  const facts = [maker === passkey.name ? '' : maker, ...usesOf(passkey, t)].filter((text) => text !== '');
  return (
    <Row
      lead={<Tile icon={synced ? cloud : maker.includes('Phone') ? smartphone : keyRound} tone={suspect ? 'warning' : 'neutral'} />}
      title={name}
      note={
        <>
          {facts.map((text) => (
            <span key={text} className={css['fact']}>
              {text}
            </span>
          ))}
          <span className={css['kind']}>
            {suspect ? <Badge tone="warning">{t('pk.suspect')}</Badge> : <Badge>{t(synced ? 'pk.synced' : 'pk.bound')}</Badge>}
          </span>
        </>
      }
      action={
        <span className={css['actions']}>
          <Button variant="text" size="sm" quiet label={t('pk.renameOne', { name })} onClick={onRename}>
            {t('pk.rename')}
          </Button>
          <Button variant="text" size="sm" quiet label={t('pk.removeOne', { name })} onClick={onRemove}>
            {t('pk.remove')}
          </Button>
        </span>
      }
    />
  );
}

/** As its owner called it, or as its maker is called. */
export function passkeyName({ name, maker }: Passkey, t: Translate): string {
  return name || maker || t('pk.one');
}

function usesOf({ createdAt, lastUsedAt, place }: Passkey, t: Translate): readonly string[] {
  if (lastUsedAt === null) return [t('pk.made', { date: dayText(createdAt) }), t('pk.never')];
  const date = lastSeenText(lastUsedAt);
  return [place === '' ? t('pk.usedAt', { date }) : t('pk.used', { date, place })];
}
