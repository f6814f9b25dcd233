import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PlatformMark } from '#web/widgets/social/platform-mark.tsx';
import { useDeparture } from './departure.ts';
import { offeredPlatforms } from './offered-platforms.ts';
import css from './platform-buttons.module.css';

interface PlatformButtonsProps {
  readonly redirect: string | undefined;
  /** Another way, above the platforms. */
  readonly children?: ReactNode;
}

/** The other ways to sign in, below the form; the platforms among them, if any is configured. */
export function PlatformButtons({ redirect, children }: PlatformButtonsProps): ReactNode {
  const t = useT();
  const { leaving, toSignIn } = useDeparture();
  const offered = offeredPlatforms();
  if (offered.length === 0) return children;
  return (
    <div className={css['others']}>
      <p className={css['or']}>{t('si.or')}</p>
      {children}
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
