import { useState, type ReactNode } from 'react';
import { dataEndpoints } from '#contract/rights/exports/exports.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { navigate } from '#web/lib/page/router.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { download } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { refreshCopies } from './copies.ts';
import css from './copies.module.css';

export const copyPages = { desktop: '/pc-data-copy', mobile: '/mobile-data-copy' } as const;

/** Asks for a copy with a proof of identity, and leads to the copies. */
export function GetCopyButton(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const [busy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    try {
      const asked = await withProof({ action: 'requestExport' }, () => call(dataEndpoints.requestExport, { body: {} }));
      if (asked === undefined) return;
      await refreshCopies();
      navigate(copyPages[layout]);
    } catch (error) {
      handleRefusal(error, {
        onCaller: ({ refusal, data }) => {
          const nextAt = data['nextAt'];
          if (refusal !== 'changeLimit' || typeof nextAt !== 'string') return false;
          notify({ kind: 'error', text: translate('ex.limit', { date: dayText(nextAt) }) });
          return true;
        },
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={css['get']}>
      <Button variant="primary" block={layout === 'mobile'} busy={busy} onClick={() => void ask()}>
        {t('ex.getBtn')}
      </Button>
    </div>
  );
}

/** The way to a copy, on "Your data". */
export function CopyCard(): ReactNode {
  const t = useT();
  const layout = useLayout();
  return (
    <Card>
      <div className={css['offer']}>
        <Tile icon={download} tone="accent" />
        <div className={css['words']}>
          <h2>{t('ex.get')}</h2>
          <p>{t('ex.getSub')}</p>
        </div>
        <GetCopyButton />
      </div>
      <Rows>
        <Row title={t('ex.copies')} href={copyPages[layout]} />
      </Rows>
    </Card>
  );
}
