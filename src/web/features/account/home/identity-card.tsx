import type { ReactNode } from 'react';
import { isMadeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Rings } from '#web/ui/layout/rings.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import css from './identity-card.module.css';
import { useIsWelcomed } from './welcome.ts';
import { notify } from '#web/lib/page/notify.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { copy } from '#web/ui/marks/icons.ts';
import { groupedId } from './grouped-id.ts';

/** The signed-in account: picture, name, ID, username, region. While it loads, the name of the page is the heading. */
export function IdentityCard(): ReactNode {
  const t = useT();
  const { data: account, error, refetch, isFetching } = useAccount();
  const failed = error !== null && account === undefined;
  const isWelcomed = useIsWelcomed();
  const called = isWelcomed ? t('home.welcome') : isMadeUpNickname(account?.nickname ?? '') ? undefined : account?.nickname;
  return (
    <section className={css['card']} aria-busy={account === undefined && !failed}>
      <Rings seed={41} place="corner" />
      <Avatar src={account?.profileImage} size="l" />
      <div className={css['text']}>
        <h1 tabIndex={-1} className={isLong(called) ? css['long'] : undefined} title={called}>
          {account === undefined ? failed ? '—' : t('title.userCenter') : <Name called={called} />}
        </h1>
        <p className={css['meta']}>{account === undefined ? '\u00a0' : <Meta account={account} />}</p>
      </div>
      {failed ? (
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('sys.retry')}
        </Button>
      ) : (
        <ButtonLink size="sm" href="/privacy-information">
          {t('home.editProfile')}
        </ButtonLink>
      )}
    </section>
  );
}

/** A name that would fill the whole line is written smaller. */
function isLong(name = ''): boolean {
  return name.length > 12;
}

/** The chosen name, or the way to choose one. */
function Name({ called }: { readonly called: string | undefined }): ReactNode {
  const t = useT();
  return called ?? <Link href="/privacy-information?edit=nickname">{t('home.setNickname')}</Link>;
}

function Meta({ account }: { readonly account: AccountView }): ReactNode {
  const t = useT();
  return (
    <>
      <span>
        <AccountId id={account.id} />
      </span>
      {account.username !== '' && <span>{account.username}</span>}
      {account.region !== '' && <span>{t(account.region === 'CN' ? 'region.CN' : 'region.DE')}</span>}
    </>
  );
}

/** The account's ID in groups of four; a press copies its digits. */
function AccountId({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const copyId = (): void => {
    navigator.clipboard.writeText(id).then(
      () => notify({ kind: 'success', text: t('sys.copied') }),
      // If the browser refuses, the digits can still be selected by hand.
      () => undefined,
    );
  };
  return (
    <button type="button" className={css['id']} aria-label={t('home.copyId', { id: groupedId(id) })} onClick={copyId}>
      {`${t('home.idLabel')} ${groupedId(id)}`}
      <Icon of={copy} size={16} className={css['icon']} />
    </button>
  );
}
