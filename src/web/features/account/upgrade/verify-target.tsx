import { useState, type ReactNode } from 'react';
import type { AccountCard } from '#contract/account/upgrade/upgrade.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useRoutePath } from '#web/lib/page/router.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { upgradePage } from '#web/widgets/upgrade/upgrade-visit.ts';
import { AccountLine } from './cards.tsx';
import { ProveForm } from './prove-step.tsx';
import { previewUpgrade, useStartAgain } from './upgrade-calls.ts';
import css from './upgrade.module.css';

/** The code that proves the target; the choices and the confirmation follow. */
export function VerifyTarget({ target }: { readonly target: AccountCard }): ReactNode {
  const t = useT();
  const confirm = upgradePage('confirm', useRoutePath());
  const { orStartAgain } = useStartAgain();
  const [isOther, setOther] = useState(false);

  async function goOn(): Promise<void> {
    const { target: shown } = await previewUpgrade();
    setOther(shown?.isProven !== true);
    if (shown?.isProven === true) navigate(confirm, { replace: true });
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
