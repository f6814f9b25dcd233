import { useState } from 'react';
import { staffRoles, type StaffAct, type StaffRole } from '#contract/operations/desk/roles.ts';
import { deskStaffEndpoints } from '#contract/operations/desk/calls/staff.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { Choice, TextInput } from '#web/desk/frame/fields.tsx';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { ActDialog } from '#web/desk/rooms/act.tsx';
import { Shown } from '#web/desk/rooms/loaded.tsx';
import { Moment } from '#web/desk/rooms/values.tsx';
import { Table } from '#web/desk/rooms/table.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { t, type DeskKey } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import { countText } from '#web/lib/texts/intl.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';

type Staff = DeskData<typeof deskStaffEndpoints.deskStaff>;
type Member = Staff['members'][number];
type Asked = { readonly act: 'hold' | 'grant' | 'link' | 'end'; readonly member: Member } | { readonly act: 'add' };

/** Members of staff with their looks and acts, beside the middle of their role. */
export function StaffPage() {
  const staff = useDeskCall('staff', () => deskCall(deskStaffEndpoints.deskStaff));
  const [asked, setAsked] = useState<Asked>();
  const me = useMe();
  return (
    <>
      <PageTitle
        title={t('dk.nav.staff')}
        actions={
          mayOf(me, 'member.grant') !== 'no' && (
            <Button size="sm" onClick={() => setAsked({ act: 'add' })}>
              {t('dk.st.add')}
            </Button>
          )
        }
      />
      <Card pad>
        <Shown of={staff}>{(data) => <Members staff={data} onAsk={setAsked} />}</Shown>
      </Card>
      {asked !== undefined && (
        <Question
          asked={asked}
          onClose={(isDone) => {
            setAsked(undefined);
            if (isDone) staff.reload();
          }}
        />
      )}
    </>
  );
}

const columns = [
  'dk.st.name',
  'dk.st.role',
  'dk.st.state',
  'dk.st.since',
  'dk.st.used',
  'dk.st.looks',
  'dk.st.acts',
  'dk.st.what',
] as const;

/** Acts on another member, with the states from which they lead. */
const offers: readonly {
  readonly act: 'hold' | 'grant' | 'link' | 'end';
  readonly may: StaffAct;
  readonly from: readonly Member['state'][];
  readonly text: DeskKey;
}[] = [
  { act: 'hold', may: 'member.hold', from: ['active'], text: 'dk.st.hold' },
  { act: 'grant', may: 'member.grant', from: ['held', 'ended'], text: 'dk.st.grant' },
  { act: 'link', may: 'member.link', from: ['active', 'held'], text: 'dk.st.link' },
  { act: 'end', may: 'member.end', from: ['active', 'held'], text: 'dk.st.end' },
];

function Members({ staff: { members, medians }, onAsk }: { readonly staff: Staff; readonly onAsk: (asked: Asked) => void }) {
  const me = useMe();
  return (
    <Table label={t('dk.nav.staff')} heads={columns}>
      {members.map((member) => {
        const { name, role, state, since, isLinked, usedAt, looks, acts } = member;
        const median = medians.find((each) => each.role === role);
        const isOther = name !== me.name;
        return (
          <tr key={name}>
            <th scope="row">
              <b>{name}</b>
            </th>
            <td>{t(`dk.role.${role}.name`)}</td>
            <td className={state === 'held' ? css['warn'] : undefined}>
              {t(`dk.st.${state}`)}
              {state === 'active' && !isLinked && <small className={css['muted']}> {t('dk.st.unlinked')}</small>}
            </td>
            <td>
              <Moment at={since} kind="day" />
            </td>
            <td>{usedAt === null ? t('dk.st.never') : <Moment at={usedAt} />}</td>
            <td>
              <Beside count={looks} median={state === 'active' ? median?.looks : undefined} />
            </td>
            <td>
              <Beside count={acts} median={state === 'active' ? median?.acts : undefined} />
            </td>
            <td>
              <span className={css['row']}>
                {offers.map(
                  ({ act, may, from, text }) =>
                    isOther &&
                    from.includes(state) &&
                    mayOf(me, may) !== 'no' && (
                      <Button key={act} size="sm" label={`${t(text)} ${name}`} onClick={() => onAsk({ act, member })}>
                        {t(text)}
                      </Button>
                    ),
                )}
              </span>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function Beside({ count, median }: { readonly count: number; readonly median: number | undefined }) {
  return (
    <>
      {countText(count)} {median !== undefined && <span className={css['muted']}>{t('dk.st.median', { n: countText(median) })}</span>}
    </>
  );
}

function Question({ asked, onClose }: { readonly asked: Asked; readonly onClose: (isDone: boolean) => void }) {
  if (asked.act === 'add') return <AddMember onClose={onClose} />;
  const { act, member } = asked;
  const { name, role } = member;
  if (act === 'link') return <LinkMember name={name} onClose={onClose} />;
  const acts = {
    hold: (reason: string) => deskCall(deskStaffEndpoints.deskHoldMember, { body: { name, reason } }),
    grant: (reason: string) => deskCall(deskStaffEndpoints.deskGrantMember, { body: { name, role, reason } }),
    end: (reason: string) => deskCall(deskStaffEndpoints.deskEndMember, { body: { name, reason } }),
  };
  return (
    <ActDialog
      title={t(`dk.st.${act}.q`, { who: name })}
      lead={act === 'hold' ? t('dk.st.hold.b') : t('dk.two.b')}
      label={t('dk.st.reason')}
      verb={t(`dk.st.${act}`)}
      isDanger={act === 'hold'}
      act={acts[act]}
      onClose={onClose}
    />
  );
}

/** Somebody new, by the name that the list and the trail have. */
function AddMember({ onClose }: { readonly onClose: (isDone: boolean) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<StaffRole>('viewer');
  return (
    <ActDialog
      title={t('dk.st.add')}
      lead={t('dk.two.b')}
      label={t('dk.st.reason')}
      verb={t('dk.st.grant')}
      isReady={/^[\w.-]{1,64}$/.test(name)}
      act={(reason) => deskCall(deskStaffEndpoints.deskGrantMember, { body: { name, role, reason } })}
      onClose={onClose}
    >
      <TextInput label={t('dk.st.name')} hint={t('dk.st.name.hint')} value={name} onChange={(next) => setName(next.trim())} />
      <Choice
        label={t('dk.st.role')}
        value={role}
        options={staffRoles.map((each) => [each, t(`dk.role.${each}.name`)] as const)}
        onChange={setRole}
      />
    </ActDialog>
  );
}

/** The account with which a member signs in to the desk, by its number. */
function LinkMember({ name, onClose }: { readonly name: string; readonly onClose: (isDone: boolean) => void }) {
  const [account, setAccount] = useState('');
  return (
    <ActDialog
      title={t('dk.st.link.q', { who: name })}
      lead={t('dk.st.link.b')}
      label={t('dk.st.reason')}
      verb={t('dk.st.link')}
      isReady={/^\d{12}$/.test(account)}
      act={(reason) => deskCall(deskStaffEndpoints.deskLinkMember, { body: { name, account, reason } })}
      onClose={onClose}
    >
      <TextInput mono label={t('dk.st.account')} value={account} onChange={(next) => setAccount(next.replaceAll(/\s/g, ''))} />
    </ActDialog>
  );
}
