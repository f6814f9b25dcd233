import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useSignOut } from '#web/features/sign-in/sign-out/use-sign-out.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { logOut, snowflake, user } from '#web/ui/marks/icons.ts';
import { PersonMenu } from '#web/widgets/account/person-menu.tsx';
import { useSiteItems } from './site-menu.tsx';

interface AccountMenuProps {
  readonly account: AccountView | undefined;
  /** In an app bar, which has no other place for the languages. */
  readonly inAppBar?: boolean;
}

/** User Center, the way to freeze a stolen account, Sign out, and on narrow screens the other links of the header. */
export function AccountMenu({ account, inAppBar = false }: AccountMenuProps) {
  const t = useT();
  const { leave, question } = useSignOut();
  const { links, languages } = useSiteItems();
  return (
    <>
      <PersonMenu
        person={account}
        items={[
          { label: t('head.userCenter'), icon: user, href: '/' },
          { label: t('head.stolen'), icon: snowflake, href: '/freeze' },
          ...(inAppBar ? languages : []),
          { label: t('head.logout'), icon: logOut, onSelect: leave },
          ...links.filter(({ id }) => id !== 'userCenter').map((link) => ({ ...link, isNarrow: true })),
        ]}
      />
      {question}
    </>
  );
}
