import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from './app-page.tsx';
import { AppHead } from './app-head.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { UsageCard } from './home/usage-card.tsx';
import { type OwnApp, reloadApp, type AppDialogProps } from './use-developer.ts';
import { useT, type Translate, translate } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows, KeyValue, KeyValues } from '#web/ui/layout/rows.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { sectionPath, sections } from './sections.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { FailureRows } from './logs/failure-rows.tsx';
import { useFailures } from './logs/failures.ts';
import css from './logs/logs.module.css';
import { CopyButton } from './copy-button.tsx';
import { guidePath } from './guides/guide-path.ts';
import { useState, type ReactNode } from 'react';
import { type ReviewTask, domainProofs, type DomainProof } from '#contract/apps/developer/developer.words.ts';
import { classes } from '#web/ui/classes.ts';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circle, circleCheck } from '#web/ui/marks/icons.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { readUrl } from '#contract/rules/redirect.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { notify } from '#web/lib/page/notify.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { CodeBox } from './guides/code-box.tsx';

/** /developer/apps/:id: an app at a glance: its state, what is missing, sign-ins, the last failures, and what a program needs to connect. */
export function Overview() {
  return <AppPage hasHead>{(app) => <Glance app={app} />}</AppPage>;
}

function Glance({ app }: { readonly app: OwnApp }) {
  return (
    <>
      <AppHead app={app} />
      <Stack>
        {app.pending !== null && <PendingNotice app={app} />}
        {(app.state === 'test' || app.state === 'review') && <TodoCard app={app} />}
        <AppSections id={app.clientID} />
        <UsageCard id={app.clientID} />
        <LastFailures id={app.clientID} />
        <ConnectCard app={app} />
      </Stack>
    </>
  );
}

/** The other pages of an app: narrow screens have no navigation at the side. */
function AppSections({ id }: { readonly id: string }) {
  const t = useT();
  if (useLayout() !== 'mobile') return null;
  return (
    <nav aria-label={t('dc.nav')}>
      <Card>
        <Rows>
          {sections
            .filter(({ name }) => name !== '')
            .map(({ name, label, icon }) => (
              <Row key={name} lead={<Tile icon={icon} />} title={t(label)} href={sectionPath(id, name)} />
            ))}
        </Rows>
      </Card>
    </nav>
  );
}

const shown = 3;

/** The newest failed requests, on the overview. */
function LastFailures({ id }: { readonly id: string }) {
  const t = useT();
  const failures = useFailures(id);
  const items = failures.data?.items.slice(0, shown);
  return (
    <Card
      title={t('dc.log.h')}
      note={t('dc.log.b')}
      busy={failures.isPending}
      aside={
        <Link variant="more" href={sectionPath(id, 'logs')}>
          {t('dc.log.all')}
        </Link>
      }
    >
      {items === undefined ? (
        <Pending of={failures} />
      ) : items.length === 0 ? (
        <p className={css['none']}>{t('dc.log.empty')}</p>
      ) : (
        <FailureRows id={id} failures={items} />
      )}
    </Card>
  );
}

/** Values that a program needs to sign people in. */
function ConnectCard({ app }: { readonly app: OwnApp }) {
  const t = useT();
  const { origin } = location;
  const facts = [
    { label: t('dc.id.client'), value: app.clientID },
    { label: t('dc.id.issuer'), value: origin },
    { label: t('dc.id.discovery'), value: `${origin}/.well-known/openid-configuration` },
  ];
  return (
    <Card
      title={t('dc.id.h')}
      aside={
        <Link variant="more" href={guidePath(app.kind, app.clientID)}>
          {t('dc.n.guides')}
        </Link>
      }
    >
      <KeyValues>
        {facts.map(({ label, value }) => (
          <KeyValue key={label} label={label} value={<code>{value}</code>} action={<CopyButton text={value} name={label} />} />
        ))}
      </KeyValues>
    </Card>
  );
}

const securityPages = { desktop: '/pc-security', mobile: '/mobile-security' } as const;

/** Missing steps before the app goes live, each with the place where it is done. */
function TodoCard({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const done = app.todo.filter((each) => each.done).length;
  return (
    <Card title={t('dc.todo.h')} aside={<span className={css['count']}>{t('dc.todo.count', { n: done, all: app.todo.length })}</span>}>
      <ul className={css['list']}>
        {app.todo.map((each) => (
          <li key={each.task} className={classes(each.done && css['done'])}>
            <Icon of={each.done ? circleCheck : circle} />
            <span>
              {nameOf(app, each.task, t)}
              <Hidden> {t(each.done ? 'dc.todo.done' : 'dc.todo.missing')}</Hidden>
            </span>
            {!each.done && <Way app={app} task={each.task} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A domain has its name from the home page. */
function nameOf(app: OwnApp, task: ReviewTask, t: Translate): string {
  const domain = domainOf(app);
  return task === 'domain' && domain === '' ? t('dc.todo.home') : t(`dc.todo.${task}`, { domain });
}

function Way({ app, task }: { readonly app: OwnApp; readonly task: ReviewTask }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const [open, setOpen] = useState(false);
  const name = nameOf(app, task, t);
  if (task === 'domain' && domainOf(app) !== '') {
    return (
      <>
        <LinkButton label={`${t('dc.todo.prove')}: ${name}`} onClick={() => setOpen(true)}>
          {t('dc.todo.prove')}
        </LinkButton>
        <DomainDialog app={app} open={open} onClose={() => setOpen(false)} />
      </>
    );
  }
  const href = task === 'two' ? securityPages[layout] : sectionPath(app.clientID, task === 'try' ? 'try' : 'settings');
  return (
    <Link href={href} label={`${t('dc.todo.open')}: ${name}`}>
      {t('dc.todo.open')}
    </Link>
  );
}

/** The domain of the home page; '' without one. */
function domainOf(app: OwnApp): string {
  return readUrl(app.links.home)?.hostname ?? '';
}

/** Proves a domain: shows where the text has to stand, and looks for it. */
function DomainDialog({ app, open, onClose }: AppDialogProps): ReactNode {
  const t = useT();
  const domain = domainOf(app);
  const known = app.publisher.domain === domain ? app.publisher.token : '';
  const [by, setBy] = useState<DomainProof>('dns');
  const [token, setToken] = useState(known);
  const [busy, act] = useAct();

  const look = (): Promise<void> =>
    act(async () => {
      const state = await call(developerEndpoints.proveDomain, { params: { id: app.clientID }, body: { domain, by } });
      setToken(state.token);
      if (state.state === 'proven') {
        notify({ kind: 'success', text: translate('dc.dom.ok', { domain }) });
        onClose();
        await reloadApp(app.clientID);
      } else if (token !== '') {
        notify({ kind: 'warning', text: translate('dc.dom.no') });
      }
    });

  const text = `cedar-id-app=${token}`;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      title={t('dc.dom.h', { domain })}
      lead={t('dc.dom.lead')}
      actions={
        <>
          <Button onClick={onClose}>{t('sys.close')}</Button>
          <Button variant="primary" busy={busy} onClick={() => void look()}>
            {t(token === '' ? 'btn.continue' : 'dc.dom.check')}
          </Button>
        </>
      }
    >
      {token !== '' && (
        <div className={css['ways']}>
          <Segmented
            label={t('dc.dom.lead')}
            value={by}
            onChange={setBy}
            options={domainProofs.map((value) => ({ value, label: t(value === 'dns' ? 'dc.dom.dns' : 'dc.dom.file') }))}
          />
          {by === 'dns' ? (
            <CodeBox name={domain} text={text} />
          ) : (
            <CodeBox name={`https://${domain}/.well-known/cedar-id-app.txt`} text={token} />
          )}
        </div>
      )}
    </Dialog>
  );
}
