import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Tile } from '#web/ui/layout/rows.tsx';
import { kindIcons } from '../app-words.ts';
import { guidePath } from './guide-path.ts';
import css from './guides.module.css';

/** The quickstarts, below the list of apps. */
export function GuideCards(): ReactNode {
  const t = useT();
  const guides = [
    { kind: 'web', name: t('dc.g.web'), note: 'openid-client' },
    { kind: 'browser', name: t('dc.g.browser'), note: 'oidc-client-ts' },
    { kind: 'native', name: t('dc.g.native'), note: 'openid-client' },
    { kind: 'device', name: t('dc.g.device'), note: t('dc.g.device.note') },
  ] as const;
  return (
    <Card
      title={t('dc.n.guides')}
      pad
      aside={
        <Link variant="more" href="/developer/guides">
          {t('dc.g.all')}
        </Link>
      }
    >
      <div className={css['cards']}>
        {guides.map(({ kind, name, note }) => (
          <Link key={kind} variant="bare" href={guidePath(kind)} className={css['card']}>
            <Tile icon={kindIcons[kind]} tone="accent" />
            <span>
              <b>{name}</b>
              <span>{note}</span>
            </span>
          </Link>
        ))}
      </div>
    </Card>
  );
}
