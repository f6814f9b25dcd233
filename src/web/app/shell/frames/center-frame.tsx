import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguageOfAccount } from '#web/features/account/profile/account-language.ts';
import { filled } from '#web/app/pages/match.ts';
import type { TitleInput } from '#web/app/pages/title.ts';
import { homePaths } from '#web/app/pages/first-routes.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useParams, useQuery, useRouteTitle } from '#web/lib/page/router.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { chevronLeft } from '#web/ui/marks/icons.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { accountKey, useAccount } from '#web/widgets/account/account.ts';
import { classes } from '#web/ui/classes.ts';
import css from './center-frame.module.css';
import { AccountMenu } from '#web/app/shell/menus/account-menu.tsx';
import { Footer } from '#web/app/shell/footer.tsx';
import type { FrameProps } from './frame-props.ts';
import { Header } from '#web/app/shell/header.tsx';
import { OpenHeader } from '#web/app/shell/open-header.tsx';
import { Later } from '#web/app/shell/later.tsx';
import { SiteMenu } from '#web/app/shell/menus/site-menu.tsx';
import { GlobalLoadingBar } from '#web/app/failures/loading.tsx';
import { SkipLink } from '#web/app/shell/skip-link.tsx';
import { BrowserNotices } from '#web/app/shell/browser-notices.tsx';

const loadBeside = async () => (await import('./beside-page.tsx')).BesidePage;

interface WideFrameProps extends Pick<FrameProps, 'route'> {
  readonly place: 'userCenter' | 'developerCenter';
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** Two columns of a center: its navigation at the side, and the page. */
export function WideFrame({ route, place, side, children }: WideFrameProps): ReactNode {
  const isAccount = route.guard === 'account';
  return (
    <AccountData isAccount={isAccount}>
      <SkipLink />
      {isAccount ? (
        <>
          <Header menu={<OwnMenu />} place={place} />
          <BrowserNotices />
        </>
      ) : (
        <OpenHeader route={route} />
      )}
      <div className={classes(css['columns'], place === 'developerCenter' && css['broad'])}>
        {side}
        <main id="main" tabIndex={-1} className={css['main']}>
          <Later isWanted={isAccount} load={loadBeside} />
          {children}
        </main>
      </div>
      <Footer isBroad={place === 'developerCenter'} />
    </AccountData>
  );
}

/**
 * The signed-in pages of narrow screens: the home with header and footer, the others with an app bar, like the pages of
 * an app (brief 2).
 */
export function NarrowFrame({ route, children }: FrameProps): ReactNode {
  const query = useQuery();
  const params = useParams();
  const isAccount = route.guard === 'account';
  return (
    <AccountData isAccount={isAccount}>
      <SkipLink />
      {route.home === true ? (
        <Header menu={<OwnMenu />} place="userCenter" />
      ) : (
        <AppBar
          up={isAccount ? pageAbove(route, { query, params }) : '/login'}
          menu={isAccount ? <OwnMenu inAppBar /> : <SiteMenu inAppBar />}
        />
      )}
      <BrowserNotices />
      <main id="main" tabIndex={-1} className={css['mobile']}>
        <Later isWanted={isAccount} load={loadBeside} />
        {children}
      </main>
      {(route.home === true || !isAccount) && <Footer />}
    </AccountData>
  );
}

function pageAbove({ up = homePaths.mobile }: FrameProps['route'], { query, params }: TitleInput): string {
  return typeof up === 'string' ? filled(up, params) : up(query);
}

function OwnMenu({ inAppBar = false }: { readonly inAppBar?: boolean }): ReactNode {
  const { data: account } = useAccount();
  return <AccountMenu account={account} inAppBar={inAppBar} />;
}

interface AppBarProps {
  readonly up: string;
  readonly menu: ReactNode;
}

/**
 * Back, the page's name and the menu. Back leads to the parent page, also for visits by a link, which have no history
 * here.
 */
function AppBar({ up, menu }: AppBarProps): ReactNode {
  const t = useT();
  const { title } = useRouteTitle();
  return (
    <header className={css['bar']}>
      <GlobalLoadingBar />
      <Link variant="bare" href={up} label={t('sys.back')} className={css['back']}>
        <Icon of={chevronLeft} size={24} />
      </Link>
      {/* Before the heading: from there, where a page begins, the next stop is its content. */}
      <div className={css['menu']}>{menu}</div>
      <h1 tabIndex={-1}>{title}</h1>
    </header>
  );
}

interface AccountDataProps {
  /** False on a page that visitors also see: it stays open after a sign-out. */
  readonly isAccount?: boolean;
  readonly children: ReactNode;
}

function AccountData({ isAccount = true, children }: AccountDataProps): ReactNode {
  useLanguageOfAccount(isAccount, (account) => accountCache.setQueryData(accountKey, account));
  return <QueryClientProvider client={accountCache}>{children}</QueryClientProvider>;
}
