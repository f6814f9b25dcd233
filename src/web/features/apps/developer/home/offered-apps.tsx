import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import css from './offered-apps.module.css';
import { useAppName } from '../app-words.ts';
import { forgetList, type Developer } from '../use-developer.ts';

type Offered = Developer['offered'][number];

/** Apps that others want to hand over to this person. */
export function OfferedApps({ apps }: { readonly apps: readonly Offered[] }): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const [sent, setSent] = useState('');

  async function answer({ id, name, clientID }: Offered, accepts: boolean): Promise<void> {
    setSent(id);
    try {
      const params = { transfer: id };
      const done = accepts
        ? await withProof({ action: 'appTransfer', target: clientID }, () => call(developerEndpoints.acceptTransfer, { params, body: {} }))
        : await call(developerEndpoints.refuseTransfer, { params, body: {} });
      if (done === undefined) return;
      notify({ kind: 'success', text: translate(accepts ? 'dc.tr.accepted' : 'dc.tr.refused', { app: nameOf(name) }) });
      forgetList();
    } catch (error) {
      handleRefusal(error);
    } finally {
      setSent('');
    }
  }

  return (
    <Card title={t('dc.tr.offers')}>
      <Rows>
        {apps.map((app) => (
          <Row
            key={app.id}
            lead={<AppIcon src={app.icon} />}
            title={t('dc.tr.offer', { owner: app.owner, app: nameOf(app.name) })}
            note={t('dc.tr.until', { date: dayText(app.expiresAt) })}
            action={
              <span className={css['answers']}>
                <Button size="sm" disabled={sent === app.id} onClick={() => void answer(app, false)}>
                  {t('dc.tr.refuse')}
                </Button>
                <Button size="sm" variant="primary" busy={sent === app.id} onClick={() => void answer(app, true)}>
                  {t('dc.tr.accept')}
                </Button>
              </span>
            }
          />
        ))}
      </Rows>
    </Card>
  );
}
