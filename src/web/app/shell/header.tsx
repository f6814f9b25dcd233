import type { ReactNode } from 'react';
import { languageFacts, languageNamed, languages, type Language } from '#contract/vocabulary/languages.ts';
import { brandNames, useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { changeLanguage, htmlLang } from '#web/lib/texts/language.ts';
import { classes } from '#web/ui/classes.ts';
import headerCss from '#web/ui/controls/header-action.module.css';
import { Icon } from '#web/ui/marks/icon.tsx';
import { globe } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { opensBeside } from '#web/lib/page/vendor.ts';
import { GlobalLoadingBar } from '#web/app/failures/loading.tsx';
import css from './header.module.css';
import { Logo } from '#web/ui/marks/logo.tsx';
import { useNavigationLinks } from './menus/navigation-links.ts';

interface HeaderProps {
  /** Without background and not sticky: in front of the growth rings. */
  readonly bare?: boolean;
  /** The person's menu, or a visitor's. */
  readonly menu?: ReactNode;
  /** The key of the link to the place that has this page. */
  readonly place?: 'userCenter' | 'developerCenter';
}

/** Logo, links, language switch and the account's menu (spec 1). */
export function Header({ bare = false, menu, place }: HeaderProps): ReactNode {
  useT();
  return (
    <header className={classes(css['header'], bare && css['bare'], place === 'developerCenter' && css['broad'])}>
      <GlobalLoadingBar />
      <div className={css['inner']}>
        <Link variant="bare" href="/" className={css['brand']}>
          <Logo />
          <span>{brandNames().brand}</span>
        </Link>
        <NavigationLinks place={place} />
        <div className={css['end']}>
          <LanguageSwitch />
          {menu !== undefined && <div className={css['menu']}>{menu}</div>}
        </div>
      </div>
    </header>
  );
}

function NavigationLinks({ place }: { readonly place: HeaderProps['place'] | undefined }): ReactNode {
  const links = useNavigationLinks();
  return (
    <div className={css['links']}>
      {links.map(({ key, title, url }) => (
        <Link key={key} variant="bare" href={url} newTab={opensBeside(url)} current={key === place} className={css['link']}>
          {title}
        </Link>
      ))}
    </div>
  );
}

/** The other language, or a list if there are several. Each name is in its own script (brief 2). */
function LanguageSwitch(): ReactNode {
  const language = useLanguage();
  const [other, ...more] = languages.filter((each) => each !== language);
  if (other === undefined) return null;
  if (more.length > 0) return <LanguageList language={language} />;
  const { name } = languageFacts[other];
  return (
    <button
      type="button"
      className={headerCss['action']}
      lang={htmlLang(other)}
      aria-label={name}
      onClick={() => void changeLanguage(other)}
    >
      <Icon of={globe} size={18} />
      <span className={headerCss['wide']}>{name}</span>
    </button>
  );
}

function LanguageList({ language }: { readonly language: Language }): ReactNode {
  const t = useT();
  return (
    <label className={headerCss['action']}>
      <Icon of={globe} size={18} />
      <select
        className={css['languages']}
        aria-label={t('head.language')}
        value={language}
        onChange={({ target }) => void changeLanguage(languageNamed(target.value) ?? language)}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={htmlLang(each)}>
            {languageFacts[each].name}
          </option>
        ))}
      </select>
    </label>
  );
}
