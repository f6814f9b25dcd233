import type { ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PlatformTile } from '#web/widgets/social/platform-tile.tsx';
import css from './arrival-card.module.css';

/** The person who came back, with the name at the platform. */
export function PersonStrip({ platform, name }: { readonly platform: Platform; readonly name: string }): ReactNode {
  const t = useT();
  const platformName = t(`social.${platform}`);
  return (
    <div className={css['person']}>
      <PlatformTile platform={platform} />
      <div className={css['name']}>
        <b>{name === '' ? t('so.new.nameless', { platform: platformName }) : name}</b>
        <span>{platformName}</span>
      </div>
    </div>
  );
}
