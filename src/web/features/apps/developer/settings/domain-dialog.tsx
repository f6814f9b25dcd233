import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { readUrl } from '#contract/rules/redirect.ts';
import { domainProofs, type DomainProof } from '#contract/apps/developer/developer.words.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { CodeBox } from '../guides/code-box.tsx';
import css from './domain-dialog.module.css';
import { reloadApp, type OwnApp } from '../use-developer.ts';

interface DomainDialogProps {
  readonly app: OwnApp;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The domain of the home page; '' without one. */
export function domainOf(app: OwnApp): string {
  return readUrl(app.links.home)?.hostname ?? '';
}

/** Proves a domain: shows where the text has to stand, and looks for it. */
export function DomainDialog({ app, open, onClose }: DomainDialogProps): ReactNode {
  const t = useT();
  const domain = domainOf(app);
  const known = app.publisher.domain === domain ? app.publisher.token : '';
  const [by, setBy] = useState<DomainProof>('dns');
  const [token, setToken] = useState(known);
  const [busy, act] = useAct();

  const look = (): Promise<void> =>
    act(async () => {
      const state = await call(developerEndpoints.proveDomain, { params: { id: app.clientID }, body: { domain, by } });
      setToken(state.token);
      if (state.state === 'proven') {
        notify({ kind: 'success', text: translate('dc.dom.ok', { domain }) });
        onClose();
        await reloadApp(app.clientID);
      } else if (token !== '') {
        notify({ kind: 'warning', text: translate('dc.dom.no') });
      }
    });

  const text = `cedar-id-app=${token}`;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      title={t('dc.dom.h', { domain })}
      lead={t('dc.dom.lead')}
      actions={
        <>
          <Button onClick={onClose}>{t('sys.close')}</Button>
          <Button variant="primary" busy={busy} onClick={() => void look()}>
            {t(token === '' ? 'btn.continue' : 'dc.dom.check')}
          </Button>
        </>
      }
    >
      {token !== '' && (
        <div className={css['ways']}>
          <Segmented
            label={t('dc.dom.lead')}
            value={by}
            onChange={setBy}
            options={domainProofs.map((value) => ({ value, label: t(value === 'dns' ? 'dc.dom.dns' : 'dc.dom.file') }))}
          />
          {by === 'dns' ? (
            <CodeBox name={domain} text={text} />
          ) : (
            <CodeBox name={`https://${domain}/.well-known/cedar-id-app.txt`} text={token} />
          )}
        </div>
      )}
    </Dialog>
  );
}
