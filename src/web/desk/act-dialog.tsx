import { useState } from 'react';
import { deskPersonEndpoints } from '#contract/desk/person.ts';
import type { StaffAct } from '#contract/desk/roles.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DeskRefusal, deskCall, refusals } from './desk-call.ts';
import { keepWhy, WhyFields, type Why } from './fields.tsx';
import { mayOf, useMe } from './me.ts';
import { t, type DeskKey } from './texts.ts';

export type ActName = 'lock' | 'freeze' | 'endSessions' | 'unlock';

const rows = {
  lock: { row: deskPersonEndpoints.deskLock, act: 'account.lock', title: 'dk.lock.q', body: 'dk.lock.b', button: 'dk.act.lock' },
  freeze: {
    row: deskPersonEndpoints.deskFreeze,
    act: 'account.freeze',
    title: 'dk.freeze.q',
    body: 'dk.freeze.b',
    button: 'dk.act.freeze',
  },
  endSessions: { row: deskPersonEndpoints.deskEndSessions, act: 'sessions.end', title: 'dk.end.q', body: 'dk.end.b', button: 'dk.act.end' },
  unlock: {
    row: deskPersonEndpoints.deskUnlock,
    act: 'account.unlock',
    title: 'dk.unlock.q',
    body: 'dk.unlock.b',
    button: 'dk.act.unlock',
  },
} as const satisfies Readonly<
  Record<
    ActName,
    { readonly act: StaffAct; readonly title: DeskKey; readonly body: DeskKey; readonly button: DeskKey; readonly row: object }
  >
>;

interface ActDialogProps {
  readonly name: ActName;
  readonly look: string;
  readonly version: number;
  readonly why: Why;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** Says what happens to the person and what they are told, and takes case and reason. */
export function ActDialog({ name, look, version, why: first, onClose, onDone }: ActDialogProps) {
  const { row, act, title, body, button } = rows[name];
  const waits = mayOf(useMe(), act) === 'asks';
  const [why, setWhy] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = () => {
    setBusy(true);
    keepWhy(why);
    deskCall(row, { body: { look, version, ...why } })
      .then(() => onDone(t('dk.act.done')))
      .catch((error: unknown) => {
        const refusal = error instanceof DeskRefusal ? error : undefined;
        if (refusal?.code === refusals.second) onDone(t('dk.two.waits', { n: 60 }));
        else setFailure(refusal?.code === refusals.changed ? t('dk.two.changed') : refusal?.message || t('dk.offline'));
        setBusy(false);
      });
  };
  return (
    <Dialog
      open
      busy={busy}
      size="m"
      kind="alert"
      onClose={onClose}
      title={t(title)}
      lead={t(body)}
      actions={
        <>
          <Button onClick={onClose}>{t('dk.cancel')}</Button>
          <Button variant={name === 'unlock' ? 'primary' : 'danger'} busy={busy} onClick={send}>
            {t(button)}
          </Button>
        </>
      }
    >
      {waits && <p>{t('dk.two.b')}</p>}
      <WhyFields why={why} onChange={setWhy} failure={failure} />
    </Dialog>
  );
}
