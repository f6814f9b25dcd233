import type { ReactNode } from 'react';
import { brandWords, useLanguage, useT } from '#web/lib/i18n.tsx';
import { changeLanguage, htmlLang, otherLanguage } from '#web/lib/language.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { globe } from '#web/ui/icons.ts';
import { Link } from '#web/ui/link.tsx';
import { opensBeside } from '#web/lib/vendor.ts';
import css from './header.module.css';
import { Logo } from '#web/ui/logo.tsx';
import { useNavigationLinks } from './navigation-links.ts';

interface HeaderProps {
  /** No ground of its own and not sticky: before the growth rings. */
  readonly bare?: boolean;
  /** The account's menu, where there is an account. */
  readonly menu?: ReactNode;
  /** True on pages of the account centre, which is where the link User Center leads. */
  readonly inUserCenter?: boolean;
}

/** Logo, links, language switch and the account's menu (spec 1). */
export function Header({ bare = false, menu, inUserCenter = false }: HeaderProps): ReactNode {
  useT();
  return (
    <header className={classes(css['header'], bare && css['bare'])}>
      <div className={css['inner']}>
        <Link variant="bare" href="/" className={css['brand']}>
          <Logo />
          <span>{brandWords().brand}</span>
        </Link>
        <NavigationLinks inUserCenter={inUserCenter} />
        <div className={css['end']}>
          <LanguageSwitch />
          {menu}
        </div>
      </div>
    </header>
  );
}

function NavigationLinks({ inUserCenter }: { readonly inUserCenter: boolean }): ReactNode {
  const links = useNavigationLinks();
  return (
    <div className={css['links']}>
      {links.map(({ key, title, url }) => (
        <Link
          key={key}
          variant="bare"
          href={url}
          newTab={opensBeside(url)}
          current={inUserCenter && key === 'userCenter'}
          className={css['link']}
        >
          {title}
        </Link>
      ))}
    </div>
  );
}

/** Each language is named in its own script (brief 2). */
const ownNames = { zh_CN: '中文', en_US: 'English' } as const;

function LanguageSwitch(): ReactNode {
  const other = otherLanguage(useLanguage());
  return (
    <button
      type="button"
      className={css['action']}
      lang={htmlLang(other)}
      aria-label={ownNames[other]}
      onClick={() => void changeLanguage(other)}
    >
      <Icon of={globe} size={18} />
      <span className={css['wide']}>{ownNames[other]}</span>
    </button>
  );
}
