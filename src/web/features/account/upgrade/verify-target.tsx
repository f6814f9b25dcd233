import { useState, type ReactNode } from 'react';
import type { AccountCard } from '#contract/account/upgrade/upgrade.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useRoutePath } from '#web/lib/page/router.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { upgradePage } from '#web/widgets/upgrade/upgrade-visit.ts';
import { AccountLine } from './cards.tsx';
import { merge } from './finish.ts';
import { keepsPhone } from './merge-fields.tsx';
import { ProveForm } from './prove-step.tsx';
import { previewUpgrade, useStartAgain } from './upgrade-calls.ts';
import css from './upgrade.module.css';

/**
 * The code that proves the target. If both accounts have a value for an item, the choices follow; otherwise the merge.
 */
export function VerifyTarget({ target }: { readonly target: AccountCard }): ReactNode {
  const t = useT();
  const confirm = upgradePage('confirm', useRoutePath());
  const { orStartAgain } = useStartAgain();
  const [isOther, setOther] = useState(false);

  async function goOn(): Promise<void> {
    const preview = await previewUpgrade();
    setOther(preview.target?.isProven !== true);
    if (preview.target?.isProven !== true) return;
    if (preview.conflicts.length > 0 || keepsPhone(preview)) navigate(confirm, { replace: true });
    else await merge();
  }

  return (
    <>
      <section className={css['strip']} aria-label={t('up.to')}>
        <AccountLine card={target} plain />
      </section>
      {isOther && <Notice tone="danger">{t('up.other')}</Notice>}
      <ProveForm contact="" owner={target} submitLabel={t('btn.confirm')} onProven={() => orStartAgain(goOn)} />
    </>
  );
}
