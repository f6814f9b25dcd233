import { useState, type ReactNode, useRef } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { calendarDayText, dayText } from '#web/lib/texts/time-text.ts';
import { Badge, Tile } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { keyRound } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { Opened } from '#web/ui/feedback/dialog.tsx';
import css from './app-secrets.module.css';
import { RemovalDialog } from './removal-dialog.tsx';
import { SecretShown } from './secret-shown.tsx';
import { reloadApp, type OwnApp } from '../use-developer.ts';
import { secretEnds } from '#contract/apps/developer/developer.words.ts';
import type { CallInput } from '#web/lib/api/call-types.ts';
import { randomKey } from '#web/lib/person/random-key.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';

type Secret = OwnApp['secrets'][number];

/** The live secrets: never a value, except the one that was made a moment ago. */
export function Secrets({ app }: { readonly app: OwnApp }): ReactNode {
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
