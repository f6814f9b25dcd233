import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { useT, translate } from '#web/lib/texts/i18n.tsx';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Badge, Tile } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { shieldCheck } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import css from './app-secrets.module.css';
import { RemovalDialog } from './removal-dialog.tsx';
import { reloadApp, type OwnApp, type AppDialogProps } from '../use-developer.ts';
import { notify } from '#web/lib/page/notify.ts';
import { isRecord } from '#web/lib/api/refusal-error.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { TextAreaField } from '#web/ui/form/fields/text-area-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { oneRules } from '../settings/address-rules.ts';

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

type Values = Readonly<Record<'jwks' | 'jwksUri', string>>;

/** Pastes public keys, or names the address of a key set. A private key in the paste is told burnt and never sent. */
function KeysDialog({ app, open, onClose }: AppDialogProps): ReactNode {
  const t = useT();
  const { clientID: id } = app;
  const form: AppForm<Values> = useAppForm<Values>({
    defaults: { jwks: '', jwksUri: app.keys.jwksUri },
    rules: {
      jwks: {
        normalize: (value) => value.trim(),
        rules: [
          { name: 'required', fails: (value) => value === '' && form.value('jwksUri') === '' },
          { name: 'jwkPrivate', fails: (value) => keysIn(value).some(isPrivate) },
          { name: 'jwk', fails: (value) => value !== '' && keysIn(value).length === 0 },
        ],
        words: {
          required: 'dc.k.jwkBad',
          jwk: 'dc.k.jwkBad',
          jwkPrivate: 'dc.k.private',
          jwkAlg: 'dc.k.jwkAlg',
          jwkSize: 'dc.k.jwkSize',
        },
      },
      jwksUri: oneRules('notify', 'web'),
    },
    onSubmit: async ({ jwks, jwksUri }) => {
      const body = jwks === '' ? { jwksUri } : { jwks };
      const send = () => call(developerEndpoints.setKeys, { params: { id }, body });
      if ((await withProof({ action: 'appSecret', target: id }, send)) === undefined) return;
      onClose();
      notify({ kind: 'success', text: translate('dc.k.keys.ok') });
      await reloadApp(id);
    },
  });
  return (
    <FormDialog form={form} open={open} onClose={onClose} size="m" title={t('dc.k.addKey')} lead={t('dc.k.keysLead')} verb={t('dc.f.save')}>
      <TextAreaField form={form} name="jwks" label={t('dc.k.jwk')} placeholder='{"kty":"EC","crv":"P-256","x":"…","y":"…"}' />
      <TextField
        form={form}
        name="jwksUri"
        label={t('dc.k.keysUri')}
        optional={t('dc.f.optional')}
        input={{ type: 'url', inputMode: 'url', autoComplete: 'off', placeholder: 'https://' }}
      />
    </FormDialog>
  );
}

/** The keys of a JWK, a list or a set; none in anything else. */
function keysIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const value: unknown = JSON.parse(text);
    const list: unknown = isRecord(value) && 'keys' in value ? value['keys'] : value;
    return (Array.isArray(list) ? list : [list]).filter(isRecord);
  } catch {
    return [];
  }
}

/** RFC 7518: the private parts of keys, and symmetric keys. */
function isPrivate(key: Readonly<Record<string, unknown>>): boolean {
  return ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].some((part) => part in key);
}
