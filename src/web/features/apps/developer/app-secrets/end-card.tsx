import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { TransferDialog } from '../testers/transfer-dialog.tsx';
import { reloadApp, type OwnApp } from '../use-developer.ts';

/** Transfer or delete: the last card of the settings. */
export function EndCard({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const [asked, setAsked] = useState<'transfer' | 'delete'>();
  const [busy, act] = useAct();
  const close = (): void => setAsked(undefined);

  const withdraw = (): Promise<void> =>
    act(async () => {
      await call(developerEndpoints.withdrawTransfer, { params: { id: app.clientID }, body: {} });
      await reloadApp(app.clientID);
      notify({ kind: 'success', text: translate('dc.tr.stopped') });
    });

  if (app.state === 'deleted') return null;
  return (
    <Card title={t('dc.end.h')}>
      <Rows>
        <Row
          title={t('dc.tr')}
          note={app.transfer === null ? t('dc.tr.note') : t('dc.tr.open', { date: dayText(app.transfer.expiresAt) })}
          action={
            app.transfer === null ? (
              <Button size="sm" onClick={() => setAsked('transfer')}>
                {t('dc.tr')}
              </Button>
            ) : (
              <Button size="sm" busy={busy} onClick={() => void withdraw()}>
                {t('dc.tr.stop')}
              </Button>
            )
          }
        />
        <Row
          title={t('dc.del')}
          note={t('dc.del.note')}
          action={
            <Button size="sm" onClick={() => setAsked('delete')}>
              {t('dc.del')}
            </Button>
          }
        />
      </Rows>
      <TransferDialog app={app} open={asked === 'transfer'} onClose={close} />
      <DeleteDialog app={app} open={asked === 'delete'} onClose={close} />
    </Card>
  );
}
