import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '#contract/limits.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { translate, useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { track } from '#web/lib/api/pending.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { navigate, useQuery } from '#web/lib/page/router.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { announce } from '#web/ui/feedback/announce.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { fingerprintPattern, plus, cloud, keyRound, monitor, smartphone } from '#web/ui/marks/icons.ts';
import { Rows, Row } from '#web/ui/layout/rows.tsx';
import { useCanUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { usePasskeys, useTelling, type Passkey, refreshPasskeys } from './passkeys.ts';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { required } from '#contract/rules/rule.ts';
import { call } from '#web/lib/api/api.ts';
import { FlowDialog, FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { atStart, lastSeenText, shortDayText, isToday, lastDayText } from '#web/lib/texts/time-text.ts';
import { DialogContent, DialogShell, type Opened } from '#web/ui/feedback/dialog.tsx';
import { Facts } from '#web/widgets/page/facts.tsx';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { Badge, Tile } from '#web/ui/layout/badge.tsx';

/** Subject of the dialogs. The passkey stays while they close. */
interface Asked {
  readonly what: 'rename' | 'remove' | 'nothing';
  readonly passkey: Passkey;
  readonly open: boolean;
}

/** The account's passkeys: add, and behind each row its name and its end. */
export function PasskeysCard(): ReactNode {
  const t = useT();
  const isUsable = useCanUsePasskeys();
  const listed = usePasskeys();
  const [asked, setAsked] = useState<Asked>();
  const passkeys = listed.data?.passkeys ?? [];
  const isEmpty = listed.data !== undefined && passkeys.length === 0;
  const { busy, add } = useAdding(isEmpty);
  useAskedToAdd(add, listed.data !== undefined);
  useTelling(listed, { isAdding: busy });
  // Both dialogs stand over the sheet, so that it gets the focus back.
  const ask = (what: Asked['what']) => (): void => setAsked((before) => before && { ...before, what });
  const close = (): void => {
    // One after the other, so that the row gets it back.
    flushSync(ask('nothing'));
    setAsked((before) => before && { ...before, open: false });
  };
  if (!isUsable) return null;
  const button = (
    <Button variant={isEmpty ? 'primary' : 'default'} icon={plus} busy={busy} onClick={add}>
      {t('pk.add')}
    </Button>
  );
  const opened = passkeys.find(({ id }) => id === asked?.passkey.id) ?? asked?.passkey;
  return (
    <>
      <Card busy={listed.isPending}>
        {listed.data === undefined ? (
          <Pending of={listed} />
        ) : isEmpty ? (
          <Empty icon={fingerprintPattern} title={t('pk.emptyH')} action={button} />
        ) : (
          <Rows>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onOpen={() => setAsked({ what: 'nothing', passkey, open: true })} />
            ))}
          </Rows>
        )}
      </Card>
      {passkeys.length > 0 && <p>{button}</p>}
      {asked !== undefined && opened !== undefined && (
        <>
          <PasskeySheet passkey={opened} open={asked.open} onClose={close} onRename={ask('rename')} onRemove={ask('remove')} />
          <RenameDialog key={opened.id} passkey={opened} open={asked.what === 'rename'} onClose={ask('nothing')} onRenamed={close} />
          <RemovalDialog passkey={opened} open={asked.what === 'remove'} onClose={ask('nothing')} onRemoved={close} />
        </>
      )}
    </>
  );
}

/** A new one stands in the list, under the name that the product gives it. */
function useAdding(isFirst: boolean): { readonly busy: boolean; readonly add: () => void } {
  const [busy, act] = useAct();
  async function run(): Promise<void> {
    const { addPasskey } = await track(import('./add-passkey.ts'));
    const added = await addPasskey();
    if (added === 'exists') notify({ kind: 'warning', text: translate('pk.exists') });
    if (added !== 'added') return;
    announce(translate('pk.added'));
    // The empty page takes its button with it.
    if (isFirst) document.querySelector<HTMLElement>('h1')?.focus();
  }
  const add = (): void => {
    void act(
      () => run(),
      (error: unknown) => {
        if (isRefusal(error, 'tooMany')) notify({ kind: 'error', text: translate('pk.limit', { n: limits.passkeysMax }) });
        else if (error instanceof RefusalError && error.refusal !== 'passkeyRefused') handleRefusal(error);
        else notify({ kind: 'error', text: translate('pk.failed') });
      },
    );
  };
  return { busy, add };
}

/** Password managers lead here with `?add` (`/.well-known/passkey-endpoints`). */
function useAskedToAdd(add: () => void, isLoaded: boolean): void {
  const isAsked = useQuery().has('add');
  const isBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (isBegun.current || !isAsked || !isLoaded) return;
    isBegun.current = true;
    navigate(location.pathname, { replace: true });
    add();
  });
  useEffect(() => begin(), [isAsked, isLoaded]);
}

interface RenameDialogProps extends Opened {
  readonly passkey: Passkey;
  readonly onRenamed: () => void;
}

/** Gives a passkey a name of one's own. */
function RenameDialog({ open, onClose, onRenamed, ...props }: RenameDialogProps): ReactNode {
  return (
    <FlowDialog open={open} onClose={onClose}>
      <NameStep {...props} onDone={onRenamed} />
    </FlowDialog>
  );
}

function NameStep({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }): ReactNode {
  const t = useT();
  const form = useAppForm<{ readonly name: string }>({
    defaults: { name: passkeyName(passkey, t) },
    rules: { name: { rules: [required], normalize: (text) => text.trim() } },
    onSubmit: async ({ name }) => {
      await call(passkeysEndpoints.renamePasskey, { body: { id: passkey.id, name } });
      await refreshPasskeys();
      onDone();
    },
  });
  return (
    <FlowStep title={t('pk.name')} form={form} submitLabel={t('btn.save')}>
      <TextField form={form} name="name" label={t('pk.name')} input={{ maxLength: limits.passkeyNameMax, autoComplete: 'off' }} />
    </FlowStep>
  );
}

interface PasskeySheetProps extends Opened {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** Facts of a passkey, its name and its end. */
function PasskeySheet({ passkey, open, onClose, onRename, onRemove }: PasskeySheetProps): ReactNode {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const { maker, createdAt, lastUsedAt, place } = passkey;
  const name = passkeyName(passkey, t);
  return (
    <DialogShell open={open} onClose={onClose} initialFocus={heading}>
      <DialogContent
        heading={heading}
        title={name}
        actions={
          <>
            <Button red onClick={onRemove}>
              {t('pk.remove')}
            </Button>
            <Button onClick={onRename}>{t('pk.rename')}</Button>
          </>
        }
      >
        <Facts
          of={[
            [t('pk.kept'), maker === name ? '' : maker],
            [t('pk.made'), atStart(shortDayText(createdAt))],
            [t('dv.last'), lastUsedAt === null ? t('pk.never') : atStart(lastSeenText(lastUsedAt))],
            [t('dv.place'), place],
          ]}
        />
      </DialogContent>
    </DialogShell>
  );
}

interface RemovalDialogProps extends Opened {
  readonly passkey: Passkey;
  readonly onRemoved: () => void;
}

/** Asks before a passkey is removed, and says what else ends. */
function RemovalDialog({ passkey, open, onClose, onRemoved }: RemovalDialogProps): ReactNode {
  const t = useT();
  const { id } = passkey;

  async function remove(): Promise<void> {
    const need = { action: 'removePasskey', target: id, onWaits: onRemoved } as const;
    const removed = await withProof(need, () => call(passkeysEndpoints.removePasskey, { body: { id } }));
    if (removed === undefined) return;
    onRemoved();
    notify({ kind: 'success', text: translate('pk.removed') });
    await refreshPasskeys(removed.account).catch((error: unknown) => handleRefusal(error));
    document.querySelector<HTMLElement>('h1')?.focus();
  }

  return (
    <Question
      open={open}
      onClose={onClose}
      title={t('pk.removeT', { name: passkeyName(passkey, t) })}
      lead={
        <>
          {t('pk.removeD')} <WhatEnds action="removePasskey" />
        </>
      }
      verb={t('pk.remove')}
      act={remove}
    />
  );
}

/** A passkey with its last use; the row opens it. */
function PasskeyRow({ passkey, onOpen }: { readonly passkey: Passkey; readonly onOpen: () => void }): ReactNode {
  const t = useT();
  const { synced, suspect } = passkey;
  return (
    <Row
      lead={<Tile icon={iconOf(passkey)} tone={suspect ? 'warning' : 'neutral'} />}
      title={passkeyName(passkey, t)}
      note={useOf(passkey, t)}
      action={suspect ? <Badge tone="warning">{t('pk.suspect')}</Badge> : synced && <Badge>{t('pk.synced')}</Badge>}
      onClick={onOpen}
    />
  );
}

/** As its owner called it, or as its maker is called. */
function passkeyName({ name, maker }: Passkey, t: Translate): string {
  return name || maker || t('pk.one');
}

function iconOf({ synced, maker, name }: Passkey): string {
  if (synced) return cloud;
  if (maker.includes('Phone')) return smartphone;
  // Without a maker, the browser in which it was made has given the name.
  return maker === '' && name !== '' ? monitor : keyRound;
}

function useOf({ lastUsedAt }: Passkey, t: Translate): string {
  if (lastUsedAt === null) return t('pk.never');
  return isToday(lastUsedAt) ? t('pk.usedToday') : t('pk.usedAt', { date: lastDayText(lastUsedAt) });
}
