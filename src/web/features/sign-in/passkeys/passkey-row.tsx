import type { ReactNode } from 'react';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { isToday, lastDayText } from '#web/lib/texts/time-text.ts';
import { Badge, Tile } from '#web/ui/layout/badge.tsx';
import { cloud, keyRound, monitor, smartphone } from '#web/ui/marks/icons.ts';
import { Row } from '#web/ui/layout/rows.tsx';
import type { Passkey } from './passkeys.ts';

/** A passkey with its last use; the row opens it. */
export function PasskeyRow({ passkey, onOpen }: { readonly passkey: Passkey; readonly onOpen: () => void }): ReactNode {
  const t = useT();
  const { synced, suspect } = passkey;
  return (
    <Row
      lead={<Tile icon={iconOf(passkey)} tone={suspect ? 'warning' : 'neutral'} />}
      title={passkeyName(passkey, t)}
      note={useOf(passkey, t)}
      action={suspect ? <Badge tone="warning">{t('pk.suspect')}</Badge> : synced && <Badge>{t('pk.synced')}</Badge>}
      onClick={onOpen}
    />
  );
}

/** As its owner called it, or as its maker is called. */
export function passkeyName({ name, maker }: Passkey, t: Translate): string {
  return name || maker || t('pk.one');
}

function iconOf({ synced, maker, name }: Passkey): string {
  if (synced) return cloud;
  if (maker.includes('Phone')) return smartphone;
  // Without a maker, the browser in which it was made has given the name.
  return maker === '' && name !== '' ? monitor : keyRound;
}

function useOf({ lastUsedAt }: Passkey, t: Translate): string {
  if (lastUsedAt === null) return t('pk.never');
  return isToday(lastUsedAt) ? t('pk.usedToday') : t('pk.usedAt', { date: lastDayText(lastUsedAt) });
}
