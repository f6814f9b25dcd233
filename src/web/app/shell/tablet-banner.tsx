import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { rotateCcw, x } from '#web/ui/icons.ts';
import css from './tablet-banner.module.css';

const storageKey = 'tablet-notice';
const portrait = '(orientation: portrait) and (768px <= width < 1024px)';

/** Suggests landscape on a tablet in portrait. It is only a banner, because the page works both ways (brief 9). */
export function TabletBanner(): ReactNode {
  const t = useT();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isTablet() || wasDismissed()) return undefined;
    const query = matchMedia(portrait);
    const follow = (): void => setShown(query.matches && !wasDismissed());
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  if (!shown) return null;
  const dismiss = (): void => {
    setShown(false);
    try {
      sessionStorage.setItem(storageKey, '1');
    } catch {
      // Without storage it appears again on the next page load.
    }
  };
  return (
    <output className={css['notice']}>
      <Icon of={rotateCcw} size={18} />
      <span className={css['text']}>{t('sys.rotate')}</span>
      <IconButton icon={x} iconSize={18} label={t('sys.close')} onClick={dismiss} />
    </output>
  );
}

/** Detects tablets by their user agent. An iPad reports a Mac, but no Mac has several touch points. */
function isTablet(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /iPad|Tablet|PlayBook|Silk/i.test(userAgent) ||
    (/Android/i.test(userAgent) && !/Mobile/i.test(userAgent)) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  );
}

function wasDismissed(): boolean {
  try {
    return sessionStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
