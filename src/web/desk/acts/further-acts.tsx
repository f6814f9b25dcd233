import { useState, type ReactNode } from 'react';
import type { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ActDialog, type ActName } from './act-dialog.tsx';
import { type DeskData, DeskRefusal, deskCall } from '#web/desk/desk-call.ts';
import { EnterRequest } from '#web/desk/person/enter-request.tsx';
import { Choice, TextArea, TextInput, type Why } from '#web/desk/frame/fields.tsx';
import { useKeys } from '#web/desk/frame/keys.ts';
import { mayOf, useMe, type Me } from '#web/desk/frame/me.ts';
import { furtherActs, useOffers } from '#web/desk/person/person-acts.ts';
import { t } from '#web/desk/texts.ts';
import { exceptionText } from '#contract/operations/desk/asked-text.ts';
import { deskExceptionsEndpoints } from '#contract/operations/desk/calls/exceptions.ts';
import { notify } from '#web/lib/page/notify.ts';
import { randomKey } from '#web/lib/person/random-key.ts';
import { ceremony } from './ceremony.tsx';
import { DeskDialog } from '#web/desk/frame/desk-dialog.tsx';
import { refusalText } from '#web/desk/refusal-text.ts';

type CardData = DeskData<typeof deskPersonEndpoints.deskCard>;
type Line = CardData['lines'][number];

export type FurtherAct = Extract<ActName, 'restore' | 'claim' | 'invite' | 'note'>;

/** The member with exceptional access to the account: they see what an agent sees, where it takes one. */
export function exceptedMe(me: Me, data: Pick<CardData, 'exception'> | undefined): Me {
  return me.role === 'viewer' && data !== undefined && data.exception !== null ? { ...me, role: 'agent' } : me;
}

export function isFurther(name: ActName | undefined): name is FurtherAct {
  return furtherActs.some((each) => each.name === name);
}

/** An act of two stays with the role. */
function isOpenTo(own: Me, me: Me, act: StaffAct): boolean {
  return mayOf(own, act) !== 'no' || mayOf(me, act) === 'may';
}

function isPossible(name: FurtherAct, lines: readonly Line[]): boolean {
  const has = (...kinds: readonly string[]) => lines.some(({ kind }) => kinds.includes(kind));
  if (has('purged')) return false;
  if (name === 'restore') return has('deleting');
  return name !== 'claim' || (has('active') && !has('frozen'));
}

interface FurtherActsProps {
  readonly look: string;
  readonly data: CardData | undefined;
  readonly onChoose: (name: FurtherAct) => void;
}

/** The acts that give something back or tell something, where the role has them and the account is in a state for them. */
export function FurtherActs({ look, data, onChoose }: FurtherActsProps) {
  const own = useMe();
  const me = exceptedMe(own, data);
  const [isEntering, setEntering] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const possible = data === undefined ? [] : furtherActs.filter(({ name, act }) => isOpenTo(own, me, act) && isPossible(name, data.lines));
  const mayEnter = data !== undefined && mayOf(me, 'request.answer') === 'may';
  const mayAsk =
    data !== undefined &&
    data.exception === null &&
    mayOf(own, 'exception.ask') === 'may' &&
    !data.lines.some(({ kind }) => kind === 'purged');
  useKeys({ n: () => possible.some(({ name }) => name === 'note') && onChoose('note') });
  useOffers('further', {
    ...Object.fromEntries(possible.map(({ name }) => [name, () => onChoose(name)])),
    ...(mayEnter && { enter: () => setEntering(true) }),
    ...(mayAsk && { except: () => setAsking(true) }),
  });
  return (
    <>
      {possible.map(({ name, title }) => (
        <Button key={name} variant="text" size="sm" onClick={() => onChoose(name)}>
          {t(title)}
        </Button>
      ))}
      {mayEnter && (
        <Button variant="text" size="sm" onClick={() => setEntering(true)}>
          {t('dk.rq.add')}
        </Button>
      )}
      {mayAsk && (
        <Button variant="text" size="sm" onClick={() => setAsking(true)}>
          {t('dk.ex.ask')}
        </Button>
      )}
      {isAsking && data !== undefined && <AskException look={look} caseRef={data.caseRef} onClose={() => setAsking(false)} />}
      {isEntering && <EnterRequest look={look} onClose={() => setEntering(false)} />}
    </>
  );
}

interface FurtherDialogProps {
  readonly name: FurtherAct;
  readonly look: string;
  readonly data: CardData;
  readonly why: Why;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** The dialog of an act that needs to know more than case and reason. */
export function FurtherDialog({ name, data, ...rest }: FurtherDialogProps) {
  const [typed, setTyped] = useState('');
  const [to, setTo] = useState<'email' | 'phone'>('email');
  const extras: Readonly<Record<FurtherAct, Readonly<Record<string, string>>>> = {
    restore: {},
    claim: { number: typed.trim() },
    invite: { to },
    note: { text: typed.trim() },
  };
  const field: Readonly<Partial<Record<FurtherAct, ReactNode>>> = {
    claim: <TextInput label={t('dk.claim.number')} hint={t('dk.claim.hint')} mono value={typed} onChange={setTyped} />,
    invite: (
      <Choice
        label={t('dk.back.to')}
        value={to}
        options={[
          ['email', t('dk.l.email')],
          ['phone', t('dk.l.phone')],
        ]}
        onChange={setTo}
      />
    ),
    note: <TextArea label={t('dk.note.text')} value={typed} onChange={setTyped} />,
  };
  const isReady = (name !== 'claim' && name !== 'note') || typed.trim() !== '';
  return (
    <ActDialog name={name} version={data.version} extras={extras[name]} isReady={isReady} {...rest}>
      {field[name]}
    </ActDialog>
  );
}

interface AskExceptionProps {
  readonly look: string;
  readonly caseRef: string;
  readonly onClose: () => void;
}

/** Asks for exceptional access to the account of a look: says who is notified of it. */
function AskException({ look, caseRef: first, onClose }: AskExceptionProps) {
  const [caseRef, setCaseRef] = useState(first);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ask = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const asked = { look, caseRef, text: text.trim(), nonce: randomKey() };
      const shown = await ceremony(exceptionText(asked));
      if (shown === undefined) throw new DeskRefusal(0, t('dk.sign.none'), undefined);
      await deskCall(deskExceptionsEndpoints.deskAskException, { body: { ...asked, ...shown } });
      notify({ kind: 'success', text: t('dk.ex.asked') });
      onClose();
    } catch (error) {
      setFailure(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <DeskDialog
      isAct
      isDanger
      busy={busy}
      title={t('dk.ex.ask.q')}
      lead={t('dk.ex.ask.b')}
      verb={t('dk.ex.ask')}
      isReady={text.trim() !== ''}
      onSend={() => void ask()}
      onClose={onClose}
    >
      <TextInput
        label={t('dk.case')}
        mono
        value={caseRef}
        failure={failure}
        hint={t('dk.why.note')}
        onChange={(value) => setCaseRef(value.trim().toUpperCase())}
      />
      <TextArea label={t('dk.ex.why')} rows={4} value={text} onChange={setText} />
    </DeskDialog>
  );
}
