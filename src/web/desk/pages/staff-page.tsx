import { useState } from 'react';
import { staffRoles, type StaffRole } from '#contract/operations/desk/roles.ts';
import { deskStaffEndpoints } from '#contract/operations/desk/calls/staff.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { TextInput } from '#web/desk/frame/fields.tsx';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { ActDialog } from '#web/desk/rooms/act.tsx';
import { Shown } from '#web/desk/rooms/loaded.tsx';
import { Moment } from '#web/desk/rooms/values.tsx';
import { Scrolled } from '#web/desk/rooms/scrolled.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { t } from '#web/desk/texts.ts';
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

const columns = ['dk.st.name', 'dk.st.role', 'dk.st.state', 'dk.st.since', 'dk.st.used', 'dk.st.looks', 'dk.st.acts'] as const;

function Members({ staff: { members, medians }, onAsk }: { readonly staff: Staff; readonly onAsk: (asked: Asked) => void }) {
  const me = useMe();
  return (
    <Scrolled label={t('dk.nav.staff')}>
      <table className={css['table']}>
        <thead>
          <tr>
            {columns.map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
            <th scope="col">{t('dk.st.what')}</th>
          </tr>
        </thead>
        <tbody>
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
                    {isOther && state === 'active' && mayOf(me, 'member.hold') !== 'no' && (
                      <Button size="sm" label={`${t('dk.st.hold')} ${name}`} onClick={() => onAsk({ act: 'hold', member })}>
                        {t('dk.st.hold')}
                      </Button>
                    )}
                    {isOther && state !== 'active' && mayOf(me, 'member.grant') !== 'no' && (
                      <Button size="sm" label={`${t('dk.st.grant')} ${name}`} onClick={() => onAsk({ act: 'grant', member })}>
                        {t('dk.st.grant')}
                      </Button>
                    )}
                    {isOther && state !== 'ended' && mayOf(me, 'member.link') !== 'no' && (
                      <Button size="sm" label={`${t('dk.st.link')} ${name}`} onClick={() => onAsk({ act: 'link', member })}>
                        {t('dk.st.link')}
                      </Button>
                    )}
                    {isOther && state !== 'ended' && mayOf(me, 'member.end') !== 'no' && (
                      <Button size="sm" label={`${t('dk.st.end')} ${name}`} onClick={() => onAsk({ act: 'end', member })}>
                        {t('dk.st.end')}
                      </Button>
                    )}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolled>
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
      <label className={css['field']}>
        {t('dk.st.role')}
        <select value={role} onChange={({ currentTarget }) => setRole(staffRoles.find((each) => each === currentTarget.value) ?? role)}>
          {staffRoles.map((each) => (
            <option key={each} value={each}>
              {t(`dk.role.${each}.name`)}
            </option>
          ))}
        </select>
      </label>
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
