import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from './app-page.tsx';
import { AppHead } from './app-head.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { TodoCard } from './registration/todo-card.tsx';
import { UsageCard } from './home/usage-card.tsx';
import type { OwnApp } from './use-developer.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows, Tile, KeyValue, KeyValues } from '#web/ui/layout/rows.tsx';
import { sectionPath, sections } from './sections.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { FailureRows } from './logs/failure-rows.tsx';
import { useFailures } from './logs/failures.ts';
import css from './logs/logs.module.css';
import { CopyButton } from './copy-button.tsx';
import { guidePath } from './guides/guide-path.ts';

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
