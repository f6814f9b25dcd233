import { useEffect, useState, type ReactNode } from 'react';
import { appsEndpoints } from '#contract/apps/apps/apps.ts';
import { call } from '#web/lib/api/api.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { navigate, usePageName, useParams } from '#web/lib/page/router.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { lastDayText, shortDayText, atStart } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Switch } from '#web/ui/form/fields/switch.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { appsPlace } from '#web/widgets/account/places.ts';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import { appsKey, useApps, type AuthorizedApp } from '#web/widgets/oauth-client/apps.ts';
import { movedText } from '#web/widgets/oauth-client/moved-text.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { permissionsOf, valueOf, type Permission } from './permissions.ts';
import { usePrograms, programsKey, type Computer } from './programs.ts';
import { desktopEndpoints } from '#contract/apps/desktop/desktop.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { laptop } from '#web/ui/marks/icons.ts';

/** One app with its permissions and its end. The page of an app that has no access leads to the list. */
export function AppDetail(): ReactNode {
  const { id = '' } = useParams();
  const layout = useLayout();
  const apps = useApps();
  const { data: programs = [] } = usePrograms();
  const app = apps.data?.find(({ clientID }) => clientID === id);
  const isGone = apps.data !== undefined && app === undefined;
  usePageName(app?.name ?? '');
  useEffect(() => {
    if (isGone) navigate(appsPlace[layout], { replace: true });
  }, [isGone, layout]);
  if (app === undefined) return <PendingCard of={apps} />;
  return (
    <Stack>
      <About app={app} />
      <Permissions app={app} />
      <Computers app={app} of={programs.find(({ clientID }) => clientID === id)?.devices ?? []} />
      <RemoveCard app={app} />
    </Stack>
  );
}

function About({ app }: { readonly app: AuthorizedApp }): ReactNode {
  const t = useT();
  const { terms, privacy } = app.links;
  const facts = [
    t('ap.on', { date: shortDayText(app.authorizedAt) }),
    t('ap.used', { time: lastDayText(app.lastUsedAt) }),
    app.moved === null ? '' : movedText(t, app.moved),
  ].filter((fact) => fact !== '');
  const papers = [
    ['cs.terms', terms[app.language]],
    ['cs.privacy', privacy[app.language]],
  ] as const;
  return (
    <Card>
      <Rows>
        <Row
          lead={<AppIcon src={app.icon} size="l" />}
          title={app.domain || app.name}
          note={
            <>
              {facts.join(' · ')}
              {papers.map(
                ([key, href]) =>
                  href !== '' && (
                    <span key={key}>
                      {' · '}
                      <Link variant="inline" href={href} newTab>
                        {t(key, { app: app.name })}
                      </Link>
                    </span>
                  ),
              )}
            </>
          }
        />
      </Rows>
    </Card>
  );
}

function Permissions({ app }: { readonly app: AuthorizedApp }): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const [asked, setAsked] = useState<Permission>();
  const [open, setOpen] = useState(false);

  async function take(): Promise<void> {
    await call(appsEndpoints.cancelApp, { body: { clientID: app.clientID, ...asked?.line } });
    setOpen(false);
    await accountCache.invalidateQueries({ queryKey: appsKey });
    document.querySelector<HTMLElement>('h1')?.focus();
  }

  return (
    <Card title={t('ap.can')}>
      <Rows>
        {permissionsOf(app).map((permission, index) => {
          const { title, icon, line } = permission;
          const id = `permission-${index}`;
          const value = valueOf(permission, account);
          return (
            <Row
              key={id}
              icon={icon}
              title={line === undefined ? title : <label htmlFor={id}>{title}</label>}
              {...(value !== '' && { note: value })}
              action={
                line !== undefined && (
                  <Switch
                    id={id}
                    on
                    busy={false}
                    onChange={() => {
                      setAsked(permission);
                      setOpen(true);
                    }}
                  />
                )
              }
            />
          );
        })}
      </Rows>
      {asked !== undefined && (
        <Question
          open={open}
          onClose={() => setOpen(false)}
          title={t('ap.take.h', { scope: asked.title })}
          lead={t('ap.take.b')}
          verb={t('ap.take')}
          act={take}
        />
      )}
    </Card>
  );
}

function RemoveCard({ app: { clientID, name } }: { readonly app: AuthorizedApp }): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await call(appsEndpoints.cancelApp, { body: { clientID } });
      notify({ kind: 'success', text: translate('ap.removed', { app: name }) });
      accountCache.setQueriesData<readonly AuthorizedApp[]>({ queryKey: appsKey }, (apps) =>
        apps?.filter((app) => app.clientID !== clientID),
      );
    } catch (error) {
      handleRefusal(error);
      setBusy(false);
    }
  }

  return (
    <Card pad>
      <Stack>
        <p>{t('ap.remove.b')}</p>
        <div>
          <Button red busy={busy} onClick={() => void remove()}>
            {t('ap.remove')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

interface ComputersProps {
  readonly app: AuthorizedApp;
  readonly of: readonly Computer[];
}

/** The computers on which a program uses the app; each can be ended separately. */
function Computers({ app: { clientID }, of }: ComputersProps): ReactNode {
  const t = useT();
  const [asked, setAsked] = useState<Computer>();
  const [open, setOpen] = useState(false);
  const nameOf = ({ name }: Computer): string => name || t('dv.noName');

  async function end(device: string): Promise<void> {
    try {
      await call(desktopEndpoints.removeProgram, { body: { clientID, device } });
    } catch (error) {
      // Ended elsewhere meanwhile.
      if (!isRefusal(error, 'notFound')) throw error;
    } finally {
      setOpen(false);
      await accountCache.invalidateQueries({ queryKey: programsKey });
      document.querySelector<HTMLElement>('h1')?.focus();
    }
  }

  return (
    <>
      {of.length > 0 && (
        <Card title={t('ap.desktop')}>
          <Rows>
            {of.map((computer) => (
              <Row
                key={computer.id}
                icon={laptop}
                title={nameOf(computer)}
                note={atStart(t('ap.used', { time: lastDayText(computer.lastUsedAt) }))}
                onClick={() => {
                  setAsked(computer);
                  setOpen(true);
                }}
              />
            ))}
          </Rows>
        </Card>
      )}
      {asked !== undefined && (
        <Question
          open={open}
          onClose={() => setOpen(false)}
          title={t('ap.desktop.h', { computer: nameOf(asked) })}
          lead={t('ap.desktop.b')}
          verb={t('ap.take')}
          act={() => end(asked.id)}
        />
      )}
    </>
  );
}
