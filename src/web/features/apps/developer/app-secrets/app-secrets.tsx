import { useT, translate, type Translate } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { keyRound, shieldCheck } from '#web/ui/marks/icons.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from '../app-page.tsx';
import { type OwnApp, reloadApp, type AppDialogProps } from '../use-developer.ts';
import { useState, type ReactNode, useRef } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { calendarDayText, dayText } from '#web/lib/texts/time-text.ts';
import { Badge, Tile } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { Opened } from '#web/ui/feedback/dialog.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { SecretShown } from './secret-shown.tsx';
import { secretEnds } from '#contract/apps/developer/developer.words.ts';
import type { CallInput } from '#web/lib/api/call-types.ts';
import { randomKey } from '#web/lib/person/random-key.ts';
import { isRefusal, isRecord } from '#web/lib/api/refusal-error.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { TextAreaField } from '#web/ui/form/fields/text-area-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { oneRules } from '../settings/address-rules.ts';
import css from './app-secrets.module.css';

/** /developer/apps/:id/keys: secrets and public keys of a web app; other kinds keep none. */
export function AppSecrets() {
  return <AppPage lead="dc.k.two">{(app) => <Kept app={app} />}</AppPage>;
}

function Kept({ app }: { readonly app: OwnApp }) {
  const t = useT();
  if (app.kind !== 'web') {
    return (
      <Card>
        <Empty icon={keyRound} title={t('dc.k.none')} />
      </Card>
    );
  }
  return (
    <Stack>
      <Secrets app={app} />
      <PublicKeys app={app} />
    </Stack>
  );
}

type Secret = OwnApp['secrets'][number];

/** The live secrets: never a value, except the one that was made a moment ago. */
function Secrets({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const [shown, setShown] = useState<{ readonly id: string; readonly secret: string }>();
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<Secret>();
  const [open, setOpen] = useState(false);
  const { clientID: id, secrets } = app;
  return (
    <>
      {shown !== undefined && <SecretShown key={shown.id} secret={shown.secret} onDone={() => setShown(undefined)} />}
      <Card
        title={t('dc.k.h')}
        aside={
          <Button variant="text" size="sm" disabled={secrets.length >= limits.appSecrets} onClick={() => setMaking(true)}>
            {t('dc.k.new')}
          </Button>
        }
      >
        <Rows>
          {secrets.map((secret) => (
            <Row
              key={secret.id}
              lead={<Tile icon={keyRound} tone={secret.id === shown?.id ? 'success' : 'neutral'} />}
              title={
                <span className={css['title']}>
                  <code>{hintOf(secret)}</code>
                  {secret.id === shown?.id && <Badge tone="success">{t('dc.k.isNew')}</Badge>}
                  {secret.endsAt !== null && <Badge tone="warning">{t('dc.k.ends', { date: dayText(secret.endsAt) })}</Badge>}
                  {secret.held && <Badge tone="warning">{t('dc.k.held')}</Badge>}
                </span>
              }
              note={secret.held ? `${factsOf(secret, t)} ${t('dc.k.heldB')}` : factsOf(secret, t)}
              action={
                <span className={css['acts']}>
                  {secret.held && (
                    <Button size="sm" label={t('dc.k.confirmOne', { hint: hintOf(secret) })} onClick={() => void confirm(id, secret)}>
                      {t('dc.k.confirm')}
                    </Button>
                  )}
                  <Button
                    size="sm"
                    label={t('dc.k.removeOne', { hint: hintOf(secret) })}
                    onClick={() => {
                      setRemoving(secret);
                      setOpen(true);
                    }}
                  >
                    {t('dc.remove')}
                  </Button>
                </span>
              }
            />
          ))}
        </Rows>
      </Card>
      <NewSecretDialog app={app} open={making} onClose={() => setMaking(false)} onMade={setShown} />
      {removing !== undefined && (
        <RemovalDialog
          open={open}
          onClose={() => setOpen(false)}
          title={t('dc.k.remove.h', { hint: hintOf(removing) })}
          lead={t('dc.k.remove.b')}
          done="dc.k.remove.ok"
          need={{ action: 'appSecret', target: id }}
          remove={() => call(developerEndpoints.removeSecret, { params: { id, secret: removing.id }, body: {} })}
          after={() => reloadApp(id)}
        />
      )}
    </>
  );
}

/** Says that a secret is in use which a restore has put on hold. */
async function confirm(id: string, secret: Secret): Promise<void> {
  const send = () => call(developerEndpoints.confirmSecret, { params: { id, secret: secret.id }, body: {} });
  try {
    const done = await withProof({ action: 'appSecret', target: id }, send);
    if (done !== undefined) notify({ kind: 'success', text: translate('dc.k.confirmed') });
    await reloadApp(id);
  } catch (error) {
    handleRefusal(error);
  }
}

function hintOf({ hint }: Secret): string {
  return `cs_…${hint}`;
}

function factsOf({ madeAt, usedOn }: Secret, t: Translate): string {
  const made = t('dc.k.made', { date: dayText(madeAt) });
  return t('dc.k.facts', { made, used: usedOn === null ? t('dc.k.unused') : t('dc.k.used', { date: calendarDayText(usedOn) }) });
}

interface NewSecretDialogProps extends Opened {
  readonly app: OwnApp;
  readonly onMade: (made: { readonly id: string; readonly secret: string }) => void;
}

/** Makes a secret, and asks when the one before it ends. */
function NewSecretDialog({ app, open, onClose, onMade }: NewSecretDialogProps): ReactNode {
  const t = useT();
  const { clientID: id, secrets } = app;
  // The same until an answer came: a repeated press cannot make two secrets.
  const attempt = useRef(newAttempt());

  /** `lost`: the secret exists, but its answer did not come and nobody has seen it. */
  async function make(body: CallInput<typeof developerEndpoints.makeSecret>['body']) {
    try {
      const made = await call(developerEndpoints.makeSecret, { params: { id }, body });
      attempt.current.isOver = true;
      return made;
    } catch (error) {
      if (!isRefusal(error, 'tokenError')) throw error;
      attempt.current.isOver = true;
      return 'lost' as const;
    }
  }

  const form = useAppForm<{ readonly oldEnds: string }>({
    // Somebody else may know a secret that is on hold.
    defaults: { oldEnds: secrets.some(({ held }) => held) ? 'now' : 'week' },
    rules: {},
    onSubmit: async ({ oldEnds }) => {
      const body = { oldEnds: secretEnds.find((end) => end === oldEnds) ?? 'week', idempotencyKey: attempt.current.key };
      const made = await withProof({ action: 'appSecret', target: id }, () => make(body)).finally(() => {
        if (attempt.current.isOver) attempt.current = newAttempt();
      });
      if (made === undefined) return;
      onClose();
      if (made === 'lost') notify({ kind: 'warning', text: translate('dc.k.again') });
      else onMade({ id: made.id, secret: made.secret });
      await reloadApp(id);
    },
  });

  return (
    <FormDialog form={form} open={open} onClose={onClose} title={t('dc.k.new')} lead={t('dc.k.two')} verb={t('dc.k.make')}>
      {secrets.length > 0 && (
        <RadioField
          form={form}
          name="oldEnds"
          label={t('dc.k.end')}
          columns={2}
          options={secretEnds.map((value) => ({ value, label: t(`dc.k.${value}`) }))}
        />
      )}
    </FormDialog>
  );
}

function newAttempt(): { key: string; isOver: boolean } {
  return { key: randomKey(), isOver: false };
}

/** The public keys with which the app's server signs, instead of sending a secret. */
function PublicKeys({ app }: { readonly app: OwnApp }): ReactNode {
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
