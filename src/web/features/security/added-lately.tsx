import { useEffect, useRef, useState, type ReactNode } from 'react';
import { accountEndpoints } from '#contract/endpoints/account.ts';
import type { AccountView } from '#contract/schemas/account.ts';
import { call } from '#web/lib/api.ts';
import { translate, useT } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { accountKey, useAccount } from '#web/widgets/account.ts';
import { accountCache } from '#web/widgets/account-cache.ts';
import { MaskedPhone } from '#web/widgets/masked-phone.tsx';
import { withProof } from '#web/widgets/verification/proof.ts';
import { isFocusLost } from './lost-focus.ts';
import css from './added-lately.module.css';

/** A way to sign in that was added shortly before the account was recovered. */
export type AddedWay = AccountView['addedLately'][number]['type'];

interface AddedLatelyProps {
  /** Where one is taken away, or what asks for that on this page. */
  readonly removal: (way: AddedWay) => { readonly href: string } | { readonly onClick: () => void };
  /** The one whose removal is being asked about, over the page. */
  readonly asking?: AddedWay | undefined;
}

/** After a recovery: what was added to the account shortly before, to be taken away or kept. Nothing for all others. */
export function AddedLately({ removal, asking }: AddedLatelyProps): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const ways = account?.addedLately ?? [];
  const { busy, keep } = useKeeping();
  const section = useFocusAfterRemoval(ways.length, asking !== undefined);
  if (account === undefined || ways.length === 0) return null;
  return (
    <section ref={section} aria-label={t('sec.added.h')}>
      <Notice
        tone="warning"
        title={t('sec.added.h')}
        action={
          <Button size="sm" busy={busy} onClick={keep}>
            {t('sec.added.keep')}
          </Button>
        }
      >
        {t('sec.added.b')}
        <ul className={css['list']}>
          {ways.map(({ type }) => (
            <li key={type} className={css['way']}>
              <span className={css['name']}>
                <WayName way={type} account={account} />
              </span>
              <RemovalButton way={type} to={removal(type)} />
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}

function WayName({ way, account }: { readonly way: AddedWay; readonly account: AccountView }): ReactNode {
  const t = useT();
  const [name, value] =
    way === 'phone'
      ? [t('sec.phone'), <MaskedPhone key={way} masked={account.encryptPhoneNumber} />]
      : way === 'email'
        ? [t('sec.email'), account.encryptEmail]
        : [t(`social.${way}`), account.tpls.find(({ type }) => type === way)?.name];
  return (
    <>
      {name} <span>{value}</span>
    </>
  );
}

function RemovalButton({ way, to }: { readonly way: AddedWay; readonly to: ReturnType<AddedLatelyProps['removal']> }): ReactNode {
  const t = useT();
  const label = `${t('btn.unbind')} ${t(way === 'phone' || way === 'email' ? `sec.${way}` : `social.${way}`)}`;
  const look = { variant: 'text', size: 'sm', label, children: t('btn.unbind') } as const;
  return 'href' in to ? <ButtonLink {...look} href={to.href} /> : <Button {...look} onClick={to.onClick} />;
}

/** "These are mine", proven by something that is none of these: the notice goes for good, and the focus to the page's heading. */
function useKeeping(): { readonly busy: boolean; readonly keep: () => void } {
  const [busy, setBusy] = useState(false);
  const keep = (): void => {
    setBusy(true);
    withProof({ action: 'keepAdded' }, () => call(accountEndpoints.keepAdded, { body: {} }))
      .then((account) => {
        if (account === undefined) return;
        accountCache.setQueryData<AccountView>(accountKey, account);
        notify({ kind: 'success', text: translate('sec.added.kept') });
      })
      .catch((error: unknown) => handleRefusal(error))
      .finally(() => setBusy(false));
  };
  return { busy, keep };
}

/** What had the focus is gone with what it removed or kept: the next one gets it, or the page's heading. */
function useFocusAfterRemoval(count: number, isAsking: boolean) {
  const section = useRef<HTMLElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (isAsking) return;
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && isFocusLost()) (section.current?.querySelector('button') ?? document.querySelector('h1'))?.focus();
  }, [count, isAsking]);
  return section;
}
