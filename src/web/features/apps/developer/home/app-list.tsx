import { useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { countText } from '#web/lib/texts/intl.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { layoutGrid, search, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import css from './app-list.module.css';
import { stateTones, useAppName } from '../app-words.ts';

import { sectionPath } from '../sections.ts';
import type { Developer } from '../use-developer.ts';

/** From this many apps on, the list can be searched. */
const searchFrom = 8;

type ListedApp = Developer['apps'][number];

/** The person's apps. */
export function AppList({ apps }: { readonly apps: readonly ListedApp[] }): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const [sought, setSought] = useState('');
  const part = sought.trim().toLocaleLowerCase();
  const found = apps.filter(({ name, clientID }) =>
    [...Object.values(name), clientID].some((each) => each.toLocaleLowerCase().includes(part)),
  );
  if (apps.length === 0) {
    return (
      <Card>
        <Empty
          icon={layoutGrid}
          title={t('dc.empty.h')}
          action={
            <ButtonLink variant="primary" href="/developer/new">
              {t('dc.new')}
            </ButtonLink>
          }
        >
          {t('dc.empty.b')}
        </Empty>
      </Card>
    );
  }
  return (
    <Card>
      {apps.length >= searchFrom && (
        <label className={css['search']}>
          <Icon of={search} size={18} />
          <input
            type="search"
            value={sought}
            placeholder={t('dc.search')}
            aria-label={t('dc.search')}
            onChange={({ currentTarget }) => setSought(currentTarget.value)}
          />
        </label>
      )}
      {found.length === 0 && <p className={css['none']}>{t('dc.search.none')}</p>}
      <Rows>
        {found.map((app) => (
          <Row
            key={app.clientID}
            lead={<AppIcon src={app.icon} />}
            title={
              <span className={css['title']}>
                {nameOf(app.name)}
                <Badge tone={stateTones[app.state]}>{t(`dc.s.${app.state}`)}</Badge>
              </span>
            }
            note={<Facts app={app} />}
            value={<SignIns count={app.signIns7} />}
            href={sectionPath(app.clientID, '')}
          />
        ))}
      </Rows>
    </Card>
  );
}

function Facts({ app }: { readonly app: ListedApp }): ReactNode {
  const t = useT();
  return (
    <>
      <span className={classes(css['fact'], css['dotted'])}>{t(`dc.t.${app.kind}`)}</span>
      <code className={css['fact']}>{app.clientID}</code>
      {app.failing && (
        <span className={css['warning']}>
          <Icon of={triangleExclamationPoint} size={16} />
          {t('dc.failing')}
        </span>
      )}
    </>
  );
}

function SignIns({ count }: { readonly count: number }): ReactNode {
  const t = useT();
  return (
    <span className={css['count']}>
      <b>{countText(count)}</b>
      <span>{t('dc.week')}</span>
    </span>
  );
}
