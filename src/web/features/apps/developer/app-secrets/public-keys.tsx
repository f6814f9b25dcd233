import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { shieldCheck } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import css from './app-secrets.module.css';
import { RemovalDialog } from './removal-dialog.tsx';
import { reloadApp, type OwnApp } from '../use-developer.ts';

/** The public keys with which the app's server signs, instead of sending a secret. */
export function PublicKeys({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { clientID: id, keys } = app;
  const has = keys.list.length > 0 || keys.jwksUri !== '';
  return (
    <Card
      title={t('dc.k.keys')}
      aside={
        <Button variant="text" size="sm" onClick={() => setAdding(true)}>
          {t('dc.k.addKey')}
        </Button>
      }
    >
      {has ? (
        <Rows>
          {keys.list.map((key) => (
            <Row
              key={key.thumbprint}
              lead={<Tile icon={shieldCheck} tone="accent" />}
              title={
                <span className={css['title']}>
                  {key.alg} <code>{shortened(key.thumbprint)}</code>
                </span>
              }
              note={key.kid === '' ? t('dc.k.keysLead') : <code>{key.kid}</code>}
            />
          ))}
          {keys.jwksUri !== '' && (
            <Row lead={<Tile icon={shieldCheck} tone="accent" />} title={<code>{keys.jwksUri}</code>} note={t('dc.k.keysLead')} />
          )}
          <Row
            title={t('dc.k.keysEnd')}
            note={keys.endsAt !== null && <Badge tone="warning">{t('dc.k.ends', { date: dayText(keys.endsAt) })}</Badge>}
            action={
              <Button size="sm" onClick={() => setRemoving(true)}>
                {t('dc.remove')}
              </Button>
            }
          />
        </Rows>
      ) : (
        <p className={css['lead']}>{t('dc.k.keysLead')}</p>
      )}
      <KeysDialog app={app} open={adding} onClose={() => setAdding(false)} />
      <RemovalDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('dc.k.keyRemove.h')}
        lead={t('dc.k.keyRemove.b')}
        done="dc.k.keys.ok"
        need={{ action: 'appSecret', target: id }}
        remove={() => call(developerEndpoints.setKeys, { params: { id }, body: {} })}
        after={() => reloadApp(id)}
      />
    </Card>
  );
}

function shortened(thumbprint: string): string {
  return `${thumbprint.slice(0, 4)}…${thumbprint.slice(-4)}`;
}
