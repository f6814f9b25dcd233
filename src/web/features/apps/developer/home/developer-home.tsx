import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { lock, plus } from '#web/ui/marks/icons.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppList } from './app-list.tsx';
import { OfferedApps } from './offered-apps.tsx';
import { StartCard } from '../registration/start-card.tsx';
import { SectionHead } from '../section-head.tsx';
import { useDeveloper } from '../use-developer.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Tile } from '#web/ui/layout/rows.tsx';
import { kindIcons } from '../app-words.ts';
import { guidePath } from '../guides/guide-path.ts';
import css from '../guides/guides.module.css';

/** /developer: all apps of the person, or the way into the Developer Center. */
export function DeveloperHome(): ReactNode {
  const t = useT();
  const { data } = useDeveloper();
  // An empty list has its own way to a new app.
  const register = data?.open === true && data.started && data.apps.length > 0 && (
    <ButtonLink variant="primary" icon={plus} href="/developer/new">
      {t('dc.new')}
    </ButtonLink>
  );
  return (
    <>
      <SectionHead title={t('dc.h')} lead="dc.sub" action={register} />
      <Apps />
    </>
  );
}

function Apps(): ReactNode {
  const t = useT();
  const developer = useDeveloper();
  if (developer.data === undefined) return <PendingCard of={developer} />;
  const { data } = developer;
  return (
    <Stack>
      {data.offered.length > 0 && <OfferedApps apps={data.offered} />}
      {!data.open && data.apps.length === 0 ? (
        <Card>
          <Empty icon={lock} title={t('dc.closed.h')}>
            {t('dc.closed.b')}
          </Empty>
        </Card>
      ) : data.open && !data.started ? (
        <StartCard developer={data} />
      ) : (
        <>
          <AppList apps={data.apps} />
          <GuideCards />
        </>
      )}
    </Stack>
  );
}

/** The quickstarts, below the list of apps. */
function GuideCards(): ReactNode {
  const t = useT();
  const guides = [
    { kind: 'web', name: t('dc.g.web'), note: 'openid-client' },
    { kind: 'browser', name: t('dc.g.browser'), note: 'oidc-client-ts' },
    { kind: 'native', name: t('dc.g.native'), note: 'openid-client' },
    { kind: 'device', name: t('dc.g.device'), note: t('dc.g.device.note') },
  ] as const;
  return (
    <Card
      title={t('dc.n.guides')}
      pad
      aside={
        <Link variant="more" href="/developer/guides">
          {t('dc.g.all')}
        </Link>
      }
    >
      <div className={css['cards']}>
        {guides.map(({ kind, name, note }) => (
          <Link key={kind} variant="bare" href={guidePath(kind)} className={css['card']}>
            <Tile icon={kindIcons[kind]} tone="accent" />
            <span>
              <b>{name}</b>
              <span>{note}</span>
            </span>
          </Link>
        ))}
      </div>
    </Card>
  );
}
