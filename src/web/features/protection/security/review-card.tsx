import { useState, type ReactNode } from 'react';
import { accountEndpoints } from '#contract/account/account/account.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { renewCheckup } from '#web/widgets/checkup/checkup.ts';
import { call } from '#web/lib/api/api.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { useQuery } from '#web/lib/page/router.ts';
import { translate, useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { shortDayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { isFocusLost } from '#web/ui/feedback/lost-focus.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { accountKey, useAccount } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import css from './review-card.module.css';

type AddedWay = AccountView['addedLately'][number]['type'];

/** The page of each way, where it is removed. */
function pageOf(way: AddedWay, layout: 'desktop' | 'mobile'): string {
  if (way === 'phone' || way === 'email') return layout === 'desktop' ? `/pc-way/${way}` : `/mobile-modify-info/${way}`;
  const page = way === 'passkey' ? 'passkeys' : 'social-accounts';
  return layout === 'desktop' ? `/pc-${page}` : `/mobile-${page}`;
}

function nameOf(t: Translate, way: AddedWay): string {
  if (way === 'phone' || way === 'email') return t(`sec.${way}`);
  return way === 'passkey' ? t('pk.title') : t(`social.${way}`);
}

/** After a recovery, once the question was opened: the ways that were added shortly before, to look at or to keep. */
export function ReviewCard(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const isOpen = useQuery().has('review');
  const { data: account } = useAccount();
  const [busy, setBusy] = useState(false);
  const added = account?.addedLately ?? [];
  if (!isOpen || added.length === 0) return null;

  async function keep(): Promise<void> {
    const kept = await withProof({ action: 'keepAdded' }, () => call(accountEndpoints.keepAdded, { body: {} }));
    if (kept === undefined) return;
    accountCache.setQueryData<AccountView>(accountKey, kept);
    notify({ kind: 'success', text: translate('sec.added.kept') });
    await renewCheckup();
    if (isFocusLost()) document.querySelector<HTMLElement>('h1')?.focus();
  }

  return (
    <Card title={t('ck.a.review')}>
      <Rows>
        {added.map(({ type, addedAt }) => (
          <Row key={type} title={nameOf(t, type)} value={shortDayText(addedAt)} href={pageOf(type, layout)} />
        ))}
      </Rows>
      <div className={css['actions']}>
        <Button
          busy={busy}
          onClick={() => {
            setBusy(true);
            keep()
              .catch((error: unknown) => handleRefusal(error))
              .finally(() => setBusy(false));
          }}
        >
          {t('sec.added.keep')}
        </Button>
      </div>
    </Card>
  );
}
