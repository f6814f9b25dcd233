import { useId, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { twoStepEndpoints } from '#contract/sign-in/two-step/two-step.ts';
import type { TwoStepView } from '#contract/sign-in/two-step/two-step.schemas.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { translate, useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { lastSeenText, shortDayText } from '#web/lib/texts/time-text.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { circleX, fingerprintPattern, lock, mail, monitor, shieldCheck, smartphone } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Switch } from '#web/ui/form/fields/switch.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { Question } from '#web/widgets/page/question.tsx';
import { keepTwoStep, refreshTwoStep, useTwoStep } from './two-step.ts';
import type { Opened } from '#web/ui/feedback/dialog.tsx';

type Asked = { readonly what: 'off' } | { readonly what: 'removeApp'; readonly id: string };

const passkeysPage = { desktop: '/pc-passkeys', mobile: '/mobile-passkeys' } as const;

/** Two-step verification: its state, the second steps, what helps without them, and the way to turn it off. */
export function TwoStepCards({ page }: { readonly page: string }): ReactNode {
  const t = useT();
  const loaded = useTwoStep();
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const ask = (next: Asked): void => {
    setAsked(next);
    setOpen(true);
  };
  const view = loaded.data;
  // Where it is not offered, accounts that have it keep managing it.
  if (!appConfig().features.twoStep && view?.enabled !== true) return null;
  if (view === undefined) {
    return (
      <Card busy={loaded.isPending}>
        <Pending of={loaded} />
      </Card>
    );
  }
  const { enabled, since, totp, codes, browsers } = view;
  return (
    <Stack>
      {enabled && codes.left <= limits.recoveryCodesLow && <Notice tone="warning">{t('rc.low', { n: codes.left })}</Notice>}
      <Card pad title={t(enabled ? 'ts.on' : 'ts.off')} note={since === null ? undefined : t('ts.onSince', { date: shortDayText(since) })}>
        <Stack>
          <p>{t('ts.lead')}</p>
          {!enabled && (
            <p>
              <ButtonLink variant="primary" href={`${page}?set-up`}>
                {t('ts.turnOn')}
              </ButtonLink>
            </p>
          )}
        </Stack>
      </Card>
      {(enabled || totp.length > 0) && <SecondStepsCard view={view} page={page} onRemoveApp={(id) => ask({ what: 'removeApp', id })} />}
      {(enabled || codes.madeAt !== null) && (
        <Card title={t('ts.cannot')}>
          <Rows>
            <Row icon={lock} title={t('rc.title')} value={t('rc.left', { n: codes.left })} href={`${page}?add=codes&shown`} />
          </Rows>
        </Card>
      )}
      {browsers.length > 0 && <BrowsersCard view={view} />}
      {enabled && (
        <Card>
          <Rows>
            <Row icon={circleX} isDanger acts title={t('ts.turnOff')} onClick={() => ask({ what: 'off' })} />
          </Rows>
        </Card>
      )}
      {asked?.what === 'off' && <OffDialog open={open} onClose={() => setOpen(false)} />}
      {asked?.what === 'removeApp' && <RemoveAppDialog id={asked.id} open={open} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

interface SecondStepsProps {
  readonly view: TwoStepView;
  /** The path of this page, whose query adds an app. */
  readonly page: string;
  readonly onRemoveApp: (id: string) => void;
}

function SecondStepsCard({ view, page, onRemoveApp }: SecondStepsProps): ReactNode {
  const t = useT();
  const layout = useLayout();
  const { data: account } = useAccount();
  const { enabled, totp } = view;
  return (
    <Card title={t('ts.second')}>
      <Rows>
        {account !== undefined && account.passkeys > 0 && (
          <Row icon={fingerprintPattern} title={t('pk.title')} value={t('pk.count', { n: account.passkeys })} href={passkeysPage[layout]} />
        )}
        {totp.map(({ id, name, createdAt, lastUsedAt }) => (
          <Row
            key={id}
            icon={shieldCheck}
            title={name || t('ts.app')}
            note={
              lastUsedAt === null
                ? t('ts.addedOn', { date: shortDayText(createdAt) })
                : t('ts.lastUsed', { date: lastSeenText(lastUsedAt) })
            }
            onClick={() => onRemoveApp(id)}
          />
        ))}
        {enabled && totp.length < limits.totpApps && <Row icon={shieldCheck} title={t('ts.addApp')} href={`${page}?add=app`} />}
        {enabled && <MessageRow view={view} kind="phone" />}
        {enabled && <MessageRow view={view} kind="email" />}
      </Rows>
    </Card>
  );
}

const messages = {
  phone: { icon: smartphone, title: 'ts.sms', note: 'ts.smsNote', field: 'sms', own: 'encryptPhoneNumber' },
  email: { icon: mail, title: 'ts.email', note: 'ts.emailNote', field: 'email', own: 'encryptEmail' },
} as const satisfies Readonly<Record<'phone' | 'email', { icon: string; title: MessageKey; note: MessageKey; field: string; own: string }>>;

/** Codes in messages as a second step: the owner allows them, because the code goes to any receiver of the message. */
function MessageRow({ view, kind }: { readonly view: TwoStepView; readonly kind: 'phone' | 'email' }): ReactNode {
  const t = useT();
  const id = useId();
  const { data: account } = useAccount();
  const [busy, act] = useAct();
  const { icon, title, note, field, own } = messages[kind];
  const isOn = view.methods.some(({ method }) => method === kind);
  if (account === undefined || account[own] === '') return null;
  if (kind === 'phone' && !isOn && !appConfig().features.twoStepSms) return null;
  const change = (on: boolean): Promise<void> =>
    act(
      async () => {
        const body = { [field]: on };
        const changed = await withProof({ action: 'changeTwoStep' }, () => call(twoStepEndpoints.updateTwoStep, { body }));
        if (changed !== undefined) keepTwoStep(changed);
      },
      (error) => {
        if (isRefusal(error, 'lastWayIn')) notify({ kind: 'warning', text: translate('ts.keepOne') });
        else handleRefusal(error);
      },
    );
  return (
    <Row
      icon={icon}
      title={<label htmlFor={id}>{t(title)}</label>}
      note={t(note)}
      action={<Switch id={id} on={isOn} busy={busy} onChange={(on) => void change(on)} />}
    />
  );
}

/** Each ends at once: the button says so. */
function BrowsersCard({ view: { browsers } }: { readonly view: TwoStepView }): ReactNode {
  const t = useT();
  const [busy, act] = useAct();
  const end = (body: { readonly id: string } | { readonly all: true }): Promise<void> =>
    act(async () => {
      keepTwoStep(await call(twoStepEndpoints.endTrust, { body }));
      notify({ kind: 'success', text: translate('tb.ended') });
    });
  return (
    <Card
      title={t('tb.title')}
      aside={
        browsers.length > 1 && (
          <Button variant="text" size="sm" quiet busy={busy} onClick={() => void end({ all: true })}>
            {t('tb.endAll')}
          </Button>
        )
      }
    >
      <Rows>
        {browsers.map(({ id, name, os, place, until, current }) => {
          const title = joined(name, os) || t('dv.noName');
          return (
            <Row
              key={id}
              icon={monitor}
              title={title}
              note={joined(current ? t('tb.current') : place, t('tb.until', { date: shortDayText(until) }))}
              action={
                <Button variant="text" size="sm" quiet busy={busy} label={`${t('tb.end')} ${title}`} onClick={() => void end({ id })}>
                  {t('tb.end')}
                </Button>
              }
            />
          );
        })}
      </Rows>
    </Card>
  );
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

function OffDialog({ open, onClose }: Opened): ReactNode {
  const t = useT();
  return (
    <EndQuestion
      open={open}
      onClose={onClose}
      action="disableTwoStep"
      title={t('ts.offT')}
      lead={t('ts.offD')}
      verb={t('ts.turnOff')}
      run={async () => {
        const changed = await withProof({ action: 'disableTwoStep', onWaits: onClose }, () =>
          call(twoStepEndpoints.disableTwoStep, { body: {} }),
        );
        return changed && { account: changed.account, done: 'ts.offDone' };
      }}
    />
  );
}

function RemoveAppDialog({ id, open, onClose }: Opened & { readonly id: string }): ReactNode {
  const t = useT();
  return (
    <EndQuestion
      open={open}
      onClose={onClose}
      action="removeTotp"
      title={t('ts.removeAppT')}
      lead={t('ts.removeAppD')}
      verb={t('ts.remove')}
      run={async () => {
        const changed = await withProof({ action: 'removeTotp', going: id, onWaits: onClose }, () =>
          call(twoStepEndpoints.removeTotp, { body: { id } }),
        );
        return changed && { account: changed.account, done: 'ts.appRemoved' };
      }}
    />
  );
}

interface EndProps extends Opened {
  readonly action: 'disableTwoStep' | 'removeTotp';
  readonly title: string;
  readonly lead: string;
  readonly verb: string;
  /** Undefined if the person gave no proof. */
  readonly run: () => Promise<{ readonly account: Parameters<typeof refreshTwoStep>[0]; readonly done: MessageKey } | undefined>;
}

function EndQuestion({ onClose, action, lead, run, ...texts }: EndProps): ReactNode {
  return (
    <Question
      {...texts}
      onClose={onClose}
      lead={
        <>
          {lead} <WhatEnds action={action} />
        </>
      }
      act={async () => {
        const changed = await run();
        if (changed === undefined) return;
        onClose();
        notify({ kind: 'success', text: translate(changed.done) });
        await refreshTwoStep(changed.account);
      }}
      onRefusal={(error) => {
        if (isRefusal(error, 'lastWayIn')) notify({ kind: 'warning', text: translate('ts.keepOne') });
        else handleRefusal(error);
      }}
    />
  );
}
