import { keepsCookies, tabStore } from '#web/lib/browser/browser.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { rotateCcw, x } from '#web/ui/marks/icons.ts';
import css from './browser-banner.module.css';

const storageKey = 'tablet-notice';
/** At every width: tablets are 600 to 1032 px wide. */
const portrait = '(orientation: portrait)';

/** A browser that refuses cookies keeps no session. */
export function BrowserBanner(): ReactNode {
  const t = useT();
  return keepsCookies() ? <TabletBanner /> : <output className={css['notice']}>{t('sys.cookies')}</output>;
}

/** Suggests landscape on a tablet in portrait. It is only a banner, because the page works both ways (brief 9). */
function TabletBanner(): ReactNode {
  const t = useT();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (wasDismissed()) return undefined;
    const query = matchMedia(portrait);
    const follow = (): void => setShown(query.matches && !wasDismissed());
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  if (!shown) return null;
  const dismiss = (): void => {
    setShown(false);
    tabStore.setItem(storageKey, '1');
  };
  return (
    <output className={css['notice']}>
      <Icon of={rotateCcw} size={18} />
      <span className={css['text']}>{t('sys.rotate')}</span>
      <IconButton icon={x} iconSize={18} label={t('sys.close')} onClick={dismiss} />
    </output>
  );
}

function wasDismissed(): boolean {
  return tabStore.getItem(storageKey) !== null;
}
