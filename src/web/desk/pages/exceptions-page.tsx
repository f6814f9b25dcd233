import { useState } from 'react';
import { confirmationText } from '#contract/operations/desk/asked-text.ts';
import { deskExceptionsEndpoints } from '#contract/operations/desk/calls/exceptions.ts';
import { Shown } from '#web/desk/rooms/loaded.tsx';
import { ceremony, signAsked } from '#web/desk/acts/ceremony.tsx';
import { DeskRefusal, deskCall, refusals, type DeskData } from '#web/desk/desk-call.ts';
import { TextInput } from '#web/desk/frame/fields.tsx';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { refusalText } from '#web/desk/refusal-text.ts';
import { t } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import { dateText } from '#web/lib/texts/intl.ts';
import { notify } from '#web/lib/page/notify.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { keyRound } from '#web/ui/marks/icons.ts';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './pages.module.css';

type Exceptions = DeskData<typeof deskExceptionsEndpoints.deskExceptions>;
type Exception = Exceptions['items'][number];

/** Exceptional access: what waits for a second member, what is open, and what an auditor has to look at. */
export function ExceptionsPage() {
  const loaded = useDeskCall('exceptions', () => deskCall(deskExceptionsEndpoints.deskExceptions));
  const { reload } = loaded;
  return (
    <>
      <PageTitle title={t('dk.nav.exceptions')} lead={t('dk.ex.lead')} />
      <div className={css['stack']}>
        <Shown of={loaded}>
          {({ items, baits }) => (
            <>
              {items.length === 0 && (
                <Card>
                  <Empty icon={keyRound} title={t('dk.ex.none')} />
                </Card>
              )}
              {items.map((item) => (
                <Item key={item.id} item={item} onDone={reload} />
              ))}
              {baits !== null && <Baits count={baits} />}
            </>
          )}
        </Shown>
      </div>
    </>
  );
}

function momentOf(at: number): string {
  return dateText(new Date(at), 'moment');
}

async function confirmSigned(item: Exception): Promise<void> {
  const shown = await ceremony(confirmationText(item));
  if (shown === undefined) throw new DeskRefusal(0, t('dk.sign.none'), undefined);
  await deskCall(deskExceptionsEndpoints.deskConfirmException, { body: { id: item.id, ...shown } });
}

function Item({ item, onDone }: { readonly item: Exception; readonly onDone: () => void }) {
  const me = useMe();
  const [now] = useState(() => Date.now());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isOver = item.state === 'open' && item.until <= now;
  const answer = (how: () => Promise<unknown>, text: string) => {
    setBusy(true);
    how()
      .then(() => {
        notify({ kind: 'success', text });
        onDone();
      })
      .catch((error: unknown) => {
        setFailure(refusalText(error));
        setBusy(false);
      });
  };
  const body = { id: item.id };
  const mayConfirm = item.state === 'asked' && !item.own && mayOf(me, 'exception.confirm') === 'may';
  const mayReview = isOver && !item.own && mayOf(me, 'exception.review') === 'may';
  return (
    <Card title={`${item.account} · ${item.caseRef}`} pad>
      <p className={css['quote']}>{item.text}</p>
      <p className={css['said']}>{t('dk.ex.by', { who: item.member, time: momentOf(item.askedAt) })}</p>
      <p>
        {item.state === 'asked' && t('dk.ex.state.asked', { time: momentOf(item.until) })}
        {item.state === 'open' && !isOver && t('dk.ex.state.open', { who: item.confirmedBy, time: momentOf(item.until) })}
        {isOver && t('dk.ex.state.over', { who: item.confirmedBy, date: dateText(new Date(item.reviewBy), 'day') })}
      </p>
      {item.own && <p className={css['said']}>{t('dk.ex.own')}</p>}
      {failure !== undefined && (
        <p role="alert" className={css['wrong']}>
          {failure}
        </p>
      )}
      {(mayConfirm || mayReview) && (
        <div className={css['answers']}>
          {mayConfirm && (
            <Button variant="primary" busy={busy} onClick={() => answer(() => confirmSigned(item), t('dk.ex.confirmed'))}>
              {t('dk.ex.confirm')}
            </Button>
          )}
          {mayReview && (
            <Button
              variant="primary"
              busy={busy}
              onClick={() => answer(() => deskCall(deskExceptionsEndpoints.deskReviewException, { body }), t('dk.ex.reviewed'))}
            >
              {t('dk.ex.review')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

/** For auditors: how many there are, and one more. */
function Baits({ count }: { readonly count: number }) {
  const [number, setNumber] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const add = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await deskCall(deskExceptionsEndpoints.deskAddBait, { body: { number: number.trim() } });
    } catch (error) {
      const { code, data } = error instanceof DeskRefusal ? error : new DeskRefusal(0, '', undefined);
      if (code === refusals.second) {
        const isSigned = await signAsked(String(data['approval'])).catch(() => false);
        notify({ kind: isSigned ? 'success' : 'warning', text: t(isSigned ? 'dk.two' : 'dk.sign.not') });
        setNumber('');
      } else setFailure(code === refusals.changed ? t('dk.bait.no') : refusalText(error));
    }
    setBusy(false);
  };
  return (
    <Card title={t('dk.bait.h')} pad>
      <p>{t('dk.bait.b', { n: count })}</p>
      <TextInput label={t('dk.bait.number')} mono value={number} failure={failure} onChange={setNumber} />
      <Button busy={busy} disabled={number.trim() === ''} onClick={() => void add()}>
        {t('dk.bait.add')}
      </Button>
    </Card>
  );
}
