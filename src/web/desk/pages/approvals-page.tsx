import { useState } from 'react';
import { askedText } from '#contract/operations/desk/asked-text.ts';
import { deskApprovalsEndpoints } from '#contract/operations/desk/calls/approvals.ts';
import { mayApproveSome } from '#contract/operations/desk/decisions.ts';
import { dateText } from '#web/lib/texts/intl.ts';
import { notify } from '#web/lib/page/notify.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { circleCheck } from '#web/ui/marks/icons.ts';
import { Shown } from '#web/desk/rooms/loaded.tsx';
import { ceremony, signAsked } from '#web/desk/acts/ceremony.tsx';
import { DeskRefusal, deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { TextInput } from '#web/desk/frame/fields.tsx';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { reasonText } from '#web/desk/person/person-words.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { refusalText } from '#web/desk/refusal-text.ts';
import { t, type DeskKey } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import css from './pages.module.css';

type Approval = DeskData<typeof deskApprovalsEndpoints.deskApprovals>['items'][number];

const minuteMs = 60_000;

/** Acts that wait for a second member: each as it was asked for, with what an approver must see. */
export function ApprovalsPage() {
  const loaded = useDeskCall('approvals', () => deskCall(deskApprovalsEndpoints.deskApprovals));
  const { reload } = loaded;
  return (
    <>
      <PageTitle title={t('dk.nav.approvals')} lead={t('dk.ap.lead')} />
      <div className={css['stack']}>
        <Shown of={loaded}>
          {({ items }) =>
            items.length === 0 ? (
              <Card>
                <Empty icon={circleCheck} title={t('dk.empty')} />
              </Card>
            ) : (
              items.map((item) => <Item key={item.id} item={item} onAnswered={reload} />)
            )
          }
        </Shown>
      </div>
    </>
  );
}

interface ItemProps {
  readonly item: Approval;
  readonly onAnswered: () => void;
}

async function approveSigned(item: Approval): Promise<void> {
  const shown = await ceremony(askedText('approve', item));
  if (shown === undefined || !('credential' in shown)) throw new DeskRefusal(0, t('dk.ap.unsigned'), undefined);
  await deskCall(deskApprovalsEndpoints.deskApprove, { body: { id: item.id, digest: item.digest, ...shown } });
}

async function signOwn({ id }: Approval): Promise<void> {
  if (!(await signAsked(id))) throw new DeskRefusal(0, t('dk.sign.not'), undefined);
}

function Item({ item, onAnswered }: ItemProps) {
  const me = useMe();
  const [now] = useState(() => Date.now());
  const [busy, setBusy] = useState(false);
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const mayAnswer = mayOf(me, 'approval.answer') === 'may' && mayApproveSome(me.role, item.act) && !item.own;
  const answer = (how: () => Promise<unknown>, text: string) => {
    setBusy(true);
    how()
      .then(() => {
        notify({ kind: 'success', text });
        onAnswered();
      })
      .catch((error: unknown) => {
        setFailure(refusalText(error));
        setBusy(false);
      });
  };
  const approve = () => answer(() => approveSigned(item), t('dk.ap.done'));
  const refuse = () =>
    answer(() => deskCall(deskApprovalsEndpoints.deskRefuse, { body: { id: item.id, reason: reason.trim() } }), t('dk.ap.refused'));
  return (
    <Card
      title={t(`dk.ap.${item.act}`)}
      aside={<Badge>{t('dk.ap.left', { n: Math.max(0, Math.ceil((item.until - now) / minuteMs)) })}</Badge>}
      pad
    >
      <Facts item={item} />
      <p className={css['final']}>{t(`dk.ap.final.${item.act}`)}</p>
      {item.own && <p className={css['said']}>{t(item.isSigned ? 'dk.ap.own' : 'dk.sign.not')}</p>}
      {failure !== undefined && (
        <p role="alert" className={css['wrong']}>
          {failure}
        </p>
      )}
      {item.own && !item.isSigned && (
        <div className={css['answers']}>
          <Button variant="primary" busy={busy} onClick={() => answer(() => signOwn(item), t('dk.two.waits', { n: 60 }))}>
            {t('dk.sign')}
          </Button>
        </div>
      )}
      {mayAnswer && refusing && <TextInput label={t('dk.refuse.why')} value={reason} onChange={setReason} />}
      {mayAnswer && (
        <div className={css['answers']}>
          {refusing ? (
            <>
              <Button onClick={() => setRefusing(false)}>{t('dk.cancel')}</Button>
              <Button variant="danger" busy={busy} disabled={reason.trim() === ''} onClick={refuse}>
                {t('dk.refuse')}
              </Button>
            </>
          ) : (
            <>
              <Button onClick={() => setRefusing(true)}>{t('dk.refuse')}</Button>
              <Button variant="primary" busy={busy} onClick={approve}>
                {t('dk.approve')}
              </Button>
            </>
          )}
        </div>
      )}
    </Card>
  );
}

/** Facts that an approver must see. */
function Facts({ item }: { readonly item: Approval }) {
  return (
    <dl className={css['facts']}>
      {item.account !== '' && (
        <>
          <dt>{t('dk.l.number')}</dt>
          <dd>
            <code>{item.account}</code>
          </dd>
        </>
      )}
      {Object.entries(objectOf(item)).map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{objectText(name)}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
      <dt>{t('dk.ap.asked')}</dt>
      <dd>{t('dk.ap.by', { who: item.askedBy, time: dateText(new Date(item.askedAt), 'moment') })}</dd>
      <dt>{t('dk.reason')}</dt>
      <dd>{reasonText(item.reason)}</dd>
      {item.caseRef !== '' && (
        <>
          <dt>{t('dk.case')}</dt>
          <dd>
            <code>{item.caseRef}</code>
          </dd>
        </>
      )}
    </dl>
  );
}

/** Names of an app or a member, with what is asked for them. */
function objectOf({ object }: Approval): Readonly<Record<string, string>> {
  const parsed: unknown = object === '' ? {} : JSON.parse(object);
  return typeof parsed === 'object' && parsed !== null
    ? Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
    : {};
}

const objectKeys: Readonly<Record<string, DeskKey>> = {
  app: 'dk.ap.name',
  client: 'dk.ap.name',
  name: 'dk.review.name',
  member: 'dk.st.name',
  role: 'dk.st.role',
  number: 'dk.claim.number',
  publishAt: 'dk.pub.at',
  effectiveAt: 'dk.pub.force',
  laterUntil: 'dk.pub.asks',
  from: 'dk.ap.from',
  to: 'dk.ap.to',
};

function objectText(name: string): string {
  const key = Object.hasOwn(objectKeys, name) ? objectKeys[name] : undefined;
  return key === undefined ? name : t(key);
}
