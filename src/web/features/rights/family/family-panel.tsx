import { useEffect, useState, type ReactNode } from 'react';
import { familyEndpoints } from '#contract/rights/family/family.ts';
import { grownChoices, guardianTextVersion, type GrownChoice } from '#contract/vocabulary/children.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { navigate } from '#web/lib/page/router.ts';
import { listText } from '#web/lib/texts/intl.ts';
import { calendarDayText, shortDayText } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { circleCheck, circleX, download, layoutGrid, monitorSmartphone, scrollText, user, users } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { useShownAccount } from '#web/widgets/account/account.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { keepMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';
import { OneField } from '#web/widgets/page/one-field.tsx';
import { QrPicture } from '#web/widgets/page/qr-picture.tsx';
import { Question } from '#web/widgets/page/question.tsx';
import { refreshFamily, useChildren, useGuardians, type Child } from './family.ts';
import css from './family-panel.module.css';

/** A child sees its guardians and the invitation of one; everybody else the children they agreed for. */
export function FamilyPanel(): ReactNode {
  const account = useShownAccount();
  if (account === undefined) return <Loading />;
  return account.child === undefined ? <Children /> : <OwnGuardians />;
}

function Loading(): ReactNode {
  return (
    <Card busy>
      <Skeleton />
    </Card>
  );
}

function OwnGuardians(): ReactNode {
  const t = useT();
  const guardians = useGuardians();
  if (guardians.data === undefined) return <PendingCard of={guardians} />;
  const { guardians: list, dueAt, endsOn } = guardians.data;
  return (
    <Stack>
      {list.length === 0 && <Invite dueAt={dueAt} />}
      {list.length > 0 && (
        <Card title={t('gd.guardians')}>
          <Rows>
            {list.map(({ nickname, relation, since }) => (
              <Row
                key={nickname + since}
                icon={user}
                title={nickname}
                note={t('gd.since', { relation: t(`gd.r.${relation}`), date: shortDayText(since) })}
              />
            ))}
          </Rows>
        </Card>
      )}
      <Card title={t('gd.guardianSees')}>
        <Rows>
          <Row icon={layoutGrid} title={t('gd.see.apps')} />
          <Row icon={scrollText} title={t('gd.see.dates')} />
          <Row icon={download} title={t('gd.see.copy')} />
        </Rows>
      </Card>
      {endsOn !== null && <p className={css['note']}>{t('gd.grown', { date: calendarDayText(endsOn) })}</p>}
    </Stack>
  );
}

type Invitation = CallData<typeof familyEndpoints.inviteGuardian>;

/** The code for a guardian, made by a press: a new one ends the one before. */
function Invite({ dueAt = null, child }: { readonly dueAt?: string | null; readonly child?: string }): ReactNode {
  const t = useT();
  const [invitation, setInvitation] = useState<Invitation>();
  const [busy, act] = useAct();

  const make = (): Promise<void> =>
    act(async () => {
      const run = (body: { readonly child?: string }) => call(familyEndpoints.inviteGuardian, { body });
      const need = { action: 'inviteSecondGuardian', target: child } as const;
      setInvitation(child === undefined ? await run({}) : await withProof(need, () => run({ child })));
    });

  return (
    <Card title={t(child === undefined ? 'gd.childH' : 'gd.another')} pad>
      <div className={css['invite']}>
        {invitation !== undefined && <p>{t('gd.childSub', { date: shortDayText(invitation.expiresAt) })}</p>}
        {invitation === undefined && dueAt !== null && <p>{t('gd.childBy', { date: shortDayText(dueAt) })}</p>}
        {invitation !== undefined && <ShownInvitation invitation={invitation} />}
        <span className={css['acts']}>
          {invitation !== undefined && <CopyLink url={invitation.url} />}
          <Button variant={invitation === undefined ? 'primary' : 'default'} busy={busy} onClick={() => void make()}>
            {t(invitation === undefined ? 'gd.make' : 'gd.anew')}
          </Button>
        </span>
      </div>
    </Card>
  );
}

function ShownInvitation({ invitation: { url, code } }: { readonly invitation: Invitation }): ReactNode {
  const t = useT();
  return (
    <>
      <span className={css['qr']}>
        <QrPicture url={url} label={t('gd.qr')} room={220} />
      </span>
      <p className={css['code']}>{t('gd.code', { code })}</p>
    </>
  );
}

function CopyLink({ url }: { readonly url: string }): ReactNode {
  const t = useT();
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(
      () => notify({ kind: 'success', text: t('gd.copied') }),
      () => undefined,
    );
  };
  return <Button onClick={copy}>{t('gd.copy')}</Button>;
}

function Children(): ReactNode {
  const t = useT();
  const children = useChildren();
  if (children.data === undefined) return <PendingCard of={children} />;
  const { children: list } = children.data;
  return (
    <Stack>
      <GrownCard />
      {list.length > 0 && (
        <Card title={t('gd.children')}>
          <Rows>
            {list.map((child) => (
              <ChildRow key={child.id} child={child} />
            ))}
          </Rows>
        </Card>
      )}
      <CodeCard />
    </Stack>
  );
}

/** The code of a child, for the page that shows what an adult agrees to. */
function CodeCard(): ReactNode {
  const t = useT();
  const form = useAppForm<{ readonly code: string }>({
    defaults: { code: '' },
    rules: { code: { rules: [] } },
    onSubmit: async ({ code }) => {
      if (code.trim() === '') return;
      keepMailedToken('guardian', code.trim());
      navigate('/guardian');
    },
  });
  return (
    <Card pad>
      <OneField form={form} verb={t('gd.open')}>
        <TextField form={form} name="code" label={t('gd.hasCode')} input={{ placeholder: '7K2Q-9DMX', autoComplete: 'off' }} />
      </OneField>
    </Card>
  );
}

/** A child; its row opens what a guardian may do. */
function ChildRow({ child }: { readonly child: Child }): ReactNode {
  const t = useT();
  const [open, setOpen] = useState<'acts' | 'seen' | 'invite'>();
  const agreed = child.answer === 'agreed';
  const note = agreed
    ? t('gd.childSince', { date: shortDayText(child.since), end: calendarDayText(child.endsOn) })
    : t('gd.childDue', { date: shortDayText(child.dueAt ?? child.since) });
  const names = child.guardians.map(({ nickname }) => nickname);
  return (
    <>
      <Row icon={user} title={child.nickname} note={note} onClick={() => setOpen('acts')} />
      <Dialog
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        size="m"
        title={child.nickname}
        lead={names.length > 1 ? t('gd.both', { names: listText(names, 'values') }) : note}
      >
        {open === 'seen' && <SeenChild id={child.id} />}
        {open === 'invite' && <Invite child={child.id} />}
        {open === 'acts' && (
          <Rows>
            {agreed ? (
              <>
                <Row icon={layoutGrid} title={t('gd.show')} onClick={() => setOpen('seen')} />
                <ExportRow child={child} />
                {child.guardians.length === 1 && <Row icon={users} title={t('gd.another')} onClick={() => setOpen('invite')} />}
                <WithdrawRow child={child} />
              </>
            ) : (
              <AgreeAgainRow child={child} />
            )}
          </Rows>
        )}
      </Dialog>
    </>
  );
}

/** Each look is told to the child: only a press makes it. */
function SeenChild({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const [seen, setSeen] = useState<CallData<typeof familyEndpoints.showChild>>();
  useEffect(() => {
    const controller = new AbortController();
    call(familyEndpoints.showChild, { params: { id }, signal: controller.signal }).then(setSeen, (error: unknown) => {
      if (!controller.signal.aborted) handleRefusal(error);
    });
    return () => controller.abort();
  }, [id]);
  if (seen === undefined) return <Skeleton rows={2} />;
  const { apps, devices } = seen;
  if (apps.length + devices.length === 0) return <p>{t('gd.noApps')}</p>;
  return (
    <Rows>
      {apps.map(({ name, since }) => (
        <Row key={name + since} icon={layoutGrid} title={name} note={shortDayText(since)} />
      ))}
      {devices.map(({ name, since }) => (
        <Row key={name + since} icon={monitorSmartphone} title={name} note={shortDayText(since)} />
      ))}
    </Rows>
  );
}

/** A copy of the child's data, which waits on the page of copies. */
function ExportRow({ child: { id } }: { readonly child: Child }): ReactNode {
  const t = useT();
  const layout = useLayout();

  async function ask(): Promise<void> {
    try {
      const done = await withProof({ action: 'exportForChild' }, () => call(familyEndpoints.exportChild, { body: { id } }));
      if (done !== undefined) navigate(copyPages[layout]);
    } catch (error) {
      if (isRefusal(error, 'changeLimit'))
        notify({ kind: 'error', text: translate('gd.copyLimit', { date: shortDayText(String(error.data['nextAt'])) }) });
      else handleRefusal(error);
    }
  }

  return <Row icon={download} title={t('gd.getCopy')} onClick={() => void ask()} acts />;
}

const copyPages = { desktop: '/pc-data-copy', mobile: '/mobile-data-copy' } as const;

/** Asks once, after the end of childhood, whether earlier additions stay. */
function GrownCard(): ReactNode {
  const t = useT();
  const { data } = useGuardians();
  const [sent, setSent] = useState<GrownChoice>();
  if (data?.choiceUntil == null) return null;

  async function choose(choice: GrownChoice): Promise<void> {
    setSent(choice);
    try {
      await call(familyEndpoints.keepOrClean, { body: { choice } });
      notify({ kind: 'success', text: translate(choice === 'keep' ? 'gd.kept' : 'gd.cleaned') });
      await refreshFamily();
    } catch (error) {
      handleRefusal(error);
    } finally {
      setSent(undefined);
    }
  }

  return (
    <Card title={t('gd.grownH')} pad>
      <div className={css['invite']}>
        <p>{t('gd.grownSub', { date: shortDayText(data.choiceUntil) })}</p>
        <span className={css['acts']}>
          {grownChoices.map((choice) => (
            <Button key={choice} busy={sent === choice} onClick={() => void choose(choice)}>
              {t(`gd.${choice}`)}
            </Button>
          ))}
        </span>
      </div>
    </Card>
  );
}

function WithdrawRow({ child: { id, nickname } }: { readonly child: Child }): ReactNode {
  const t = useT();
  const [asking, setAsking] = useState(false);

  async function withdraw(): Promise<void> {
    const done = await withProof({ action: 'withdrawForChild' }, () => call(familyEndpoints.withdrawForChild, { body: { id } }));
    setAsking(false);
    if (done === undefined) return;
    notify({ kind: 'success', text: translate('gd.withdrawn') });
    await refreshFamily();
  }

  return (
    <>
      <Row icon={circleX} isDanger title={t('gd.withdraw')} onClick={() => setAsking(true)} acts />
      <Question
        open={asking}
        onClose={() => setAsking(false)}
        title={t('gd.withdrawH', { name: nickname })}
        lead={t('gd.withdrawSub')}
        verb={t('gd.withdraw')}
        act={withdraw}
      />
    </>
  );
}

function AgreeAgainRow({ child: { id } }: { readonly child: Child }): ReactNode {
  const t = useT();

  async function agree(): Promise<void> {
    try {
      const body = { id, version: guardianTextVersion };
      const done = await withProof({ action: 'consentForChild' }, () => call(familyEndpoints.agreeAgain, { body }));
      if (done !== undefined) await refreshFamily();
    } catch (error) {
      handleRefusal(error);
    }
  }

  return <Row icon={circleCheck} title={t('gd.again')} onClick={() => void agree()} acts />;
}
