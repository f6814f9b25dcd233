import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { PlatformTile } from '#web/widgets/social/platform-mark.tsx';
import css from './social-tiles-card.module.css';
import { platformStates } from './offered-platforms.ts';

const path = '/pc-social-accounts';

/** The social accounts as tiles of the home, if there are any. Binding and unbinding have their own page. */
export function SocialTilesCard(): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const states = account === undefined ? [] : platformStates(account);
  if (states.length === 0) return null;
  return (
    <Card
      title={t('sec.social')}
      note={t('sec.socialNote')}
      aside={
        <Link variant="more" href={path}>
          {t('btn.view')}
        </Link>
      }
    >
      <ul className={css['tiles']}>
        {states.map(({ platform, isBound, name }) => (
          <li key={platform} className={css['tile']}>
            <PlatformTile platform={platform} />
            <span className={css['text']}>
              <b>{t(`social.${platform}`)}</b>
              <span className={css['name']}>{isBound ? name || t('st.bound') : t('st.unbound')}</span>
            </span>
            {isBound ? (
              <Icon of={check} className={css['bound']} />
            ) : (
              <Link href={path} label={`${t('btn.bind')} ${t(`social.${platform}`)}`}>
                {t('btn.bind')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
