import { languageFacts, languages, type Language } from '#contract/vocabulary/languages.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { changeLanguage, htmlLang } from '#web/lib/texts/language.ts';
import { opensBeside } from '#web/lib/page/vendor.ts';
import { classes } from '#web/ui/classes.ts';
import headerCss from '#web/ui/controls/header-action.module.css';
import { Icon } from '#web/ui/marks/icon.tsx';
import { ellipsis, globe, link, user } from '#web/ui/marks/icons.ts';
import { Menu, type MenuItem } from '#web/ui/controls/menu.tsx';
import { useNavigationLinks } from './navigation-links.ts';

interface SiteItems {
  readonly links: readonly (MenuItem & { readonly id: string })[];
  /** The other languages, each with its name in its own script. */
  readonly languages: readonly MenuItem[];
}

/** The links and languages of the header, as items of a menu: narrow screens have no place for them (spec 1). */
export function useSiteItems(): SiteItems {
  const current = useLanguage();
  return {
    links: useNavigationLinks().map(({ key, title, url }) => ({
      id: key,
      label: title,
      icon: key === 'userCenter' ? user : link,
      href: url,
      newTab: opensBeside(url),
    })),
    languages: languages.filter((each) => each !== current).map(languageItem),
  };
}

/** The menu of a visitor on a narrow screen. */
export function SiteMenu({ inAppBar = false }: { readonly inAppBar?: boolean }) {
  const t = useT();
  const { links, languages: others } = useSiteItems();
  return (
    <Menu
      trigger={<Icon of={ellipsis} />}
      label={t('head.more')}
      className={classes(headerCss['action'], headerCss['narrow'])}
      items={[...links, ...(inAppBar ? others : [])]}
    />
  );
}

function languageItem(language: Language): MenuItem {
  return { label: languageFacts[language].name, icon: globe, lang: htmlLang(language), onSelect: () => void changeLanguage(language) };
}
