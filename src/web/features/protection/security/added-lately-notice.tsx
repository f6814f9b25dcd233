import { useState, type ReactNode, type Ref } from 'react';
import { accountEndpoints } from '#contract/account/account/account.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { AddedLatelyProps, AddedWay } from './added-lately.tsx';
import css from './added-lately-notice.module.css';

interface AddedLatelyNoticeProps extends Pick<AddedLatelyProps, 'removal'> {
  readonly account: AccountView;
  readonly section: Ref<HTMLElement>;
}

export function AddedLatelyNotice({ account, removal, section }: AddedLatelyNoticeProps): ReactNode {
  const t = useT();
  const { busy, keep } = useKeeping();
  return (
    <section ref={section} aria-label={t('sec.added.h')}>
      <Notice tone="warning" title={t('sec.added.h')}>
        {t('sec.added.b')}
        <ul className={css['list']}>
          {account.addedLately.map(({ type }) => (
            <li key={type} className={css['way']}>
              <span className={css['name']}>
                <WayName way={type} account={account} />
              </span>
              <RemovalButton way={type} to={removal(type)} />
            </li>
          ))}
        </ul>
        <Button size="sm" busy={busy} onClick={keep}>
          {t('sec.added.keep')}
        </Button>
      </Notice>
    </section>
  );
}

function nameOf(t: Translate, way: AddedWay): string {
  if (way === 'phone') return t('sec.phone');
  if (way === 'email') return t('sec.email');
  return way === 'passkey' ? t('pk.title') : t(`social.${way}`);
}

function WayName({ way, account }: { readonly way: AddedWay; readonly account: AccountView }): ReactNode {
  const t = useT();
  const name = nameOf(t, way);
  const value =
    way === 'phone'
      ? account.encryptPhoneNumber
      : way === 'email'
        ? account.encryptEmail
        : account.tpls.find(({ type }) => type === way)?.name;
  return (
    <>
      {name}
      <span className={css['value']}>
        <MaskedContact masked={value ?? ''} />
      </span>
    </>
  );
}

function RemovalButton({ way, to }: { readonly way: AddedWay; readonly to: ReturnType<AddedLatelyProps['removal']> }): ReactNode {
  const t = useT();
  const isContact = way === 'phone' || way === 'email';
  const verb = t(isContact || way === 'passkey' ? 'btn.remove' : 'btn.unbind');
  const label = `${verb} ${nameOf(t, way)}`;
  const look = { variant: 'text', size: 'sm', label, children: verb } as const;
  return 'href' in to ? <ButtonLink {...look} href={to.href} /> : <Button {...look} onClick={to.onClick} />;
}

/**
 * "These are mine", proven by a method outside this list: removes the notice for good and focuses the page's heading.
 */
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
