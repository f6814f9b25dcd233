import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PlatformMark } from '#web/widgets/social/platform-mark.tsx';
import { useDeparture } from './departure.ts';
import { offeredPlatforms } from './offered-platforms.ts';
import css from './platform-buttons.module.css';

/** The platforms for sign-in, below the forms of visitors (brief 3.1). Renders nothing if none is configured. */
export function PlatformButtons({ redirect }: { readonly redirect: string | undefined }): ReactNode {
  const t = useT();
  const { leaving, toSignIn } = useDeparture();
  const offered = offeredPlatforms();
  if (offered.length === 0) return null;
  return (
    <div className={css['others']}>
      <p className={css['or']}>{t('si.or')}</p>
      <div className={css['buttons']}>
        {offered.map((platform) => (
          <button
            key={platform}
            type="button"
            className={css['button']}
            aria-label={t('si.with', { platform: t(`social.${platform}`) })}
            aria-disabled={leaving !== undefined || undefined}
            aria-busy={leaving === platform || undefined}
            onClick={() => {
              if (leaving === undefined) toSignIn(platform, { redirect });
            }}
          >
            <PlatformMark platform={platform} />
          </button>
        ))}
      </div>
    </div>
  );
}
