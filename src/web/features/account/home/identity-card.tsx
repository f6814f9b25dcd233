import { useEffect, useState, type ReactNode } from 'react';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Rings } from '#web/ui/layout/rings.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { AccountId } from './account-id.tsx';
import { greetingKey } from './greeting.ts';
import css from './identity-card.module.css';

/**
 * The signed-in account (brief 3.2): picture, greeting, ID, username, region. While loading: the page's name and a
 * skeleton.
 */
export function IdentityCard(): ReactNode {
  const t = useT();
  const { data: account, error, refetch, isFetching } = useAccount();
  const failed = error !== null && account === undefined;
  const called = isMadeUpNickname(account?.nickname ?? '') ? undefined : account?.nickname;
  return (
    <section className={css['card']} aria-busy={account === undefined && !failed}>
      <Rings seed={41} place="corner" />
      <Avatar src={account?.profileImage} size="xl" />
      <div className={css['text']}>
        {/* One heading throughout: the page's name, then the greeting, so that the largest text is painted at once. */}
        <h1 tabIndex={-1} className={isLong(called) ? css['long'] : undefined} title={called}>
          {account === undefined ? failed ? '—' : t('title.userCenter') : <Greeting name={account.nickname} />}
        </h1>
        <p className={css['meta']}>{account === undefined ? '\u00a0' : <Meta account={account} />}</p>
      </div>
      {failed ? (
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('sys.retry')}
        </Button>
      ) : (
        <ButtonLink href="/privacy-information">{t('home.editProfile')}</ButtonLink>
      )}
    </section>
  );
}

/** A name that would fill the line alone is written smaller. */
function isLong(name = ''): boolean {
  return name.length > 12;
}

/** By name, unless nobody chose it. */
function Greeting({ name }: { readonly name: string }): ReactNode {
  const t = useT();
  const [hour, setHour] = useState(() => new Date().getHours());
  useEffect(() => {
    // A page left open past noon says good afternoon when it is visible again.
    const renew = (): void => setHour(new Date().getHours());
    addEventListener('focus', renew);
    return () => removeEventListener('focus', renew);
  }, []);
  return isMadeUpNickname(name) ? t(greetingKey(hour, 'nobody')) : t(greetingKey(hour), { name });
}

function Meta({ account }: { readonly account: AccountView }): ReactNode {
  const t = useT();
  return (
    <>
      {isMadeUpNickname(account.nickname) && (
        <span className={css['fact']}>
          <Link href="/privacy-information?edit=nickname">{t('home.setNickname')}</Link>
        </span>
      )}
      <span className={css['fact']}>
        <AccountId id={account.id} />
      </span>
      {account.username !== '' && <span className={css['fact']}>{account.username}</span>}
      {account.region !== '' && <span className={css['fact']}>{t(account.region === 'CN' ? 'region.CN' : 'region.DE')}</span>}
    </>
  );
}
