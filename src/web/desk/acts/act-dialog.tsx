import { useState, type ReactNode } from 'react';
import { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { signAsked } from './ceremony.tsx';
import { DeskRefusal, deskCall, refusals } from '#web/desk/desk-call.ts';
import { DeskDialog } from '#web/desk/frame/desk-dialog.tsx';
import { keepWhy, WhyFields, type Why } from '#web/desk/frame/fields.tsx';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { refusalText } from '#web/desk/refusal-text.ts';
import { t, type DeskKey } from '#web/desk/texts.ts';

interface ActRow {
  readonly row: Endpoint;
  readonly act: StaffAct;
  readonly title: DeskKey;
  readonly body: DeskKey;
  readonly button: DeskKey;
  readonly isDanger?: true;
  /** Message afterwards, where the person is not told. */
  readonly done?: DeskKey;
}

const calls = deskPersonEndpoints;

const rows = {
  lock: { row: calls.deskLock, act: 'account.lock', title: 'dk.lock.q', body: 'dk.lock.b', button: 'dk.act.lock', isDanger: true },
  freeze: {
    row: calls.deskFreeze,
    act: 'account.freeze',
    title: 'dk.freeze.q',
    body: 'dk.freeze.b',
    button: 'dk.act.freeze',
    isDanger: true,
  },
  endSessions: {
    row: calls.deskEndSessions,
    act: 'sessions.end',
    title: 'dk.end.q',
    body: 'dk.end.b',
    button: 'dk.act.end',
    isDanger: true,
  },
  unlock: { row: calls.deskUnlock, act: 'account.unlock', title: 'dk.unlock.q', body: 'dk.unlock.b', button: 'dk.act.unlock' },
  restore: { row: calls.deskRestore, act: 'deletion.restore', title: 'dk.restore.q', body: 'dk.restore.b', button: 'dk.act.restore' },
  claim: { row: calls.deskClaim, act: 'recovery.claim', title: 'dk.claim.q', body: 'dk.claim.b', button: 'dk.act.claim' },
  resend: { row: calls.deskResend, act: 'message.resend', title: 'dk.resend.q', body: 'dk.resend.b', button: 'dk.resend' },
  invite: { row: calls.deskInvite, act: 'recovery.invite', title: 'dk.back.q', body: 'dk.back.b', button: 'dk.back' },
  note: { row: calls.deskNote, act: 'person.note', title: 'dk.note.q', body: 'dk.note.hint', button: 'dk.note', done: 'dk.note.done' },
} as const satisfies Readonly<Record<string, ActRow>>;

export type ActName = keyof typeof rows;

interface ActDialogProps {
  readonly name: ActName;
  readonly look: string;
  readonly version: number;
  readonly why: Why;
  /** Fields of the act beside case and reason. */
  readonly extras?: Readonly<Record<string, string>>;
  readonly children?: ReactNode;
  /** False while something is missing. */
  readonly isReady?: boolean;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** Says what happens to the person and what they are told, and takes case and reason. */
export function ActDialog({ name, look, version, why: first, extras, children, isReady = true, onClose, onDone }: ActDialogProps) {
  const { row, act, title, body, button, isDanger, done = 'dk.act.done' }: ActRow = rows[name];
  const waits = mayOf(useMe(), act) === 'asks';
  const [why, setWhy] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async () => {
    setBusy(true);
    keepWhy(why);
    // Every act takes these and what is its own.
    try {
      await deskCall(row as typeof calls.deskLock, { body: { look, version, ...why, ...extras } });
      onDone(t(done));
    } catch (error) {
      const isAsked = error instanceof DeskRefusal && error.code === refusals.second;
      await (isAsked ? signAsked(String(error.data['approval'])) : Promise.reject(error)).then(
        (isSigned) => onDone(isSigned ? t('dk.two.waits', { n: 60 }) : t('dk.sign.not')),
        (refused: unknown) => setFailure(refusalText(refused)),
      );
      setBusy(false);
    }
  };
  return (
    <DeskDialog
      isAct
      isDanger={isDanger === true}
      busy={busy}
      title={t(title)}
      lead={t(body)}
      verb={t(button)}
      isReady={isReady}
      onSend={() => void send()}
      onClose={onClose}
    >
      {waits && <p>{t('dk.two.b')}</p>}
      {children}
      <WhyFields why={why} onChange={setWhy} failure={failure} />
    </DeskDialog>
  );
}
