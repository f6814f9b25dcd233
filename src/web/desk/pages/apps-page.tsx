import { useState } from 'react';
import { deskAppsEndpoints } from '#contract/operations/desk/calls/apps.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { TextInput } from '#web/desk/frame/fields.tsx';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import type { DeskPageProps } from '#web/desk/pages.ts';
import { ActDialog } from '#web/desk/rooms/act.tsx';
import { AppFacts, nameIn, warningsText } from '#web/desk/rooms/app-review.tsx';
import { Shown } from '#web/desk/rooms/loaded.tsx';
import { Table } from '#web/desk/rooms/table.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { t } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import { countText } from '#web/lib/texts/intl.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { layoutGrid } from '#web/ui/marks/icons.ts';

type App = DeskData<typeof deskAppsEndpoints.deskApp>;

/** Apps of developers: the list, or one of them. */
export function AppsPage({ rest }: DeskPageProps) {
  return rest === '' ? <List /> : <OneApp key={rest} id={decodeURIComponent(rest)} />;
}

function List() {
  const apps = useDeskCall('apps', () => deskCall(deskAppsEndpoints.deskApps));
  return (
    <>
      <PageTitle title={t('dk.nav.apps')} />
      <Card pad>
        <Shown of={apps}>
          {({ apps: all, more }) =>
            all.length === 0 ? (
              <Empty icon={layoutGrid} title={t('dk.ap.none')} />
            ) : (
              <>
                <Table
                  label={t('dk.nav.apps')}
                  heads={['dk.ap.name', 'dk.ap.state', 'dk.ap.signIns', 'dk.ap.failures', 'dk.ap.warnings']}
                  numbers={['dk.ap.signIns', 'dk.ap.failures']}
                >
                  {all.map(({ id, names, state, signIns, failures, warnings }) => (
                    <tr key={id}>
                      <th scope="row">
                        <Link variant="bare" href={`/desk/apps/${encodeURIComponent(id)}`}>
                          {nameIn(names) || id}
                        </Link>{' '}
                        <code className={css['muted']}>{id}</code>
                      </th>
                      <td>{t(`dk.ap.state.${state}`)}</td>
                      <td className={css['number']}>{countText(signIns)}</td>
                      <td className={css['number']}>{countText(failures)}</td>
                      <td className={css['warn']}>{warningsText(warnings)}</td>
                    </tr>
                  ))}
                </Table>
                {more && <p className={css['muted']}>{t('dk.ap.more')}</p>}
              </>
            )
          }
        </Shown>
      </Card>
    </>
  );
}

function OneApp({ id }: { readonly id: string }) {
  const app = useDeskCall(`app ${id}`, () => deskCall(deskAppsEndpoints.deskApp, { params: { id } }));
  return <Shown of={app}>{(data) => <Opened app={data} onChange={app.reload} />}</Shown>;
}

function Opened({ app, onChange }: { readonly app: App; readonly onChange: () => void }) {
  const me = useMe();
  const [asked, setAsked] = useState<'suspend' | 'resume' | 'name'>();
  const { id, names, state, days, causes, suspendedBecause, home } = app;
  const isRunning = state === 'test' || state === 'review' || state === 'live';
  return (
    <>
      <PageTitle
        title={nameIn(names) || id}
        lead={
          <>
            {`${t(`dk.ap.state.${state}`)} · `}
            <code>{id}</code>
          </>
        }
        actions={
          <>
            {isRunning && mayOf(me, 'app.suspend') === 'may' && (
              <Button variant="danger" size="sm" onClick={() => setAsked('suspend')}>
                {t('dk.ap.suspend')}
              </Button>
            )}
            {state !== 'deleted' && mayOf(me, 'app.grant-name') === 'asks' && (
              <Button size="sm" onClick={() => setAsked('name')}>
                {t('dk.ap.name.grant')}
              </Button>
            )}
            {state === 'suspended' && mayOf(me, 'app.resume') === 'asks' && (
              <Button size="sm" onClick={() => setAsked('resume')}>
                {t('dk.ap.resume')}
              </Button>
            )}
          </>
        }
      />
      <div className={css['columns']}>
        <Card title={t('dk.ap.days')} pad>
          <Days days={days} />
        </Card>
        <div className={css['column']}>
          <Card pad>
            <dl className={css['facts']}>
              <dt>{t('dk.ap.home')}</dt>
              <dd>{home}</dd>
              <AppFacts app={app} />
            </dl>
            {suspendedBecause !== '' && <p className={css['bad']}>{suspendedBecause}</p>}
          </Card>
          {causes.length > 0 && (
            <Card title={t('dk.ap.causes')} pad>
              <table className={css['table']}>
                <tbody>
                  {causes.map(({ error, cause, count }) => (
                    <tr key={`${error} ${cause}`}>
                      <th scope="row">
                        <code>{`${error} ${cause}`}</code>
                      </th>
                      <td className={css['number']}>{countText(count)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Card>
          )}
        </div>
      </div>
      {asked !== undefined && (
        <Question
          id={id}
          asked={asked}
          onClose={(isDone) => {
            setAsked(undefined);
            if (isDone) onChange();
          }}
        />
      )}
    </>
  );
}

interface QuestionProps {
  readonly id: string;
  readonly asked: 'suspend' | 'resume' | 'name';
  readonly onClose: (isDone: boolean) => void;
}

function Question({ id, asked, onClose }: QuestionProps) {
  const [name, setName] = useState('');
  const texts = {
    suspend: { title: t('dk.ap.suspend.q'), lead: t('dk.ap.suspend.b'), verb: t('dk.ap.suspend') },
    resume: { title: t('dk.ap.resume'), lead: t('dk.two.b'), verb: t('dk.ap.resume') },
    name: { title: t('dk.ap.name.grant'), lead: t('dk.two.b'), verb: t('dk.ap.name.grant') },
  }[asked];
  const acts = {
    suspend: (reason: string) => deskCall(deskAppsEndpoints.deskSuspendApp, { body: { id, reason } }),
    resume: (reason: string) => deskCall(deskAppsEndpoints.deskResumeApp, { body: { id, reason } }),
    name: (reason: string) => deskCall(deskAppsEndpoints.deskGrantName, { body: { id, name: name.trim(), reason } }),
  };
  return (
    <ActDialog
      {...texts}
      label={t(asked === 'name' ? 'dk.st.reason' : 'dk.ap.sentence')}
      isDanger={asked === 'suspend'}
      isReady={asked !== 'name' || name.trim() !== ''}
      act={acts[asked]}
      onClose={onClose}
    >
      {asked === 'name' && <TextInput label={t('dk.ap.name.exact')} value={name} onChange={setName} />}
    </ActDialog>
  );
}

/** Days with a sign-in or a failure, newest first, below their sums. */
function Days({ days }: Pick<App, 'days'>) {
  const used = days.filter(({ signIns, failures }) => signIns > 0 || failures > 0).toReversed();
  if (used.length === 0) return <p className={css['muted']}>{t('dk.ap.unused')}</p>;
  const sum = (of: (day: App['days'][number]) => number) => countText(used.reduce((total, day) => total + of(day), 0));
  return (
    <>
      <p>{t('dk.ap.sums', { signIns: sum(({ signIns }) => signIns), failures: sum(({ failures }) => failures) })}</p>
      <Table
        label={t('dk.ap.days')}
        heads={['dk.ap.day', 'dk.ap.oneSignIns', 'dk.ap.oneFailures']}
        numbers={['dk.ap.oneSignIns', 'dk.ap.oneFailures']}
      >
        {used.map(({ day, signIns, failures }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td className={css['number']}>{countText(signIns)}</td>
            <td className={css['number']}>{countText(failures)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
