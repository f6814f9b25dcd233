import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { classes } from '#web/ui/classes.ts';
import { navigationItems } from './navigation-items.ts';
import css from './side-navigation.module.css';

/**
 * The account's sections; in narrow windows a rail of icons with their names on hover (brief 9). `path` is that of the
 * route, with the names of its parameters.
 */
export function SideNavigation({ path }: { readonly path: string }): ReactNode {
  const t = useT();
  return (
    <nav className={css['navigation']} aria-label={t('a11y.nav')}>
      <ul>
        {navigationItems.map((item) => (
          <li key={item.path}>
            <Link
              variant="bare"
              href={item.path}
              current={item.path === path || item.also?.includes(path) === true}
              className={css['item']}
            >
              <Icon of={item.icon} />
              <span className={css['label']}>{t(item.label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
