import { Suspense, useEffect, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { search } from '#web/ui/marks/icons.ts';
import { OwnMark } from '#web/ui/marks/own-mark.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { CeremonyHost } from '#web/desk/acts/ceremony.tsx';
import { Key } from '#web/desk/acts/key.tsx';
import { Keys } from './keys-sheet.tsx';
import { anchor, Link } from '#web/ui/controls/link.tsx';
import { useMe } from './me.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { findPath, pageAt, type DeskPage } from '#web/desk/pages.ts';
import { navigate, useUrlPath } from '#web/lib/page/router.ts';
import { t } from '#web/desk/texts.ts';
import css from './frame.module.css';

interface FrameProps {
  /** Pages of the member. */
  readonly pages: readonly DeskPage[];
  readonly onLeave: () => void;
  /** Asks for the member again. */
  readonly onReload: () => void;
}

/** The rail, the header and the page. */
export function Frame({ pages, onLeave }: FrameProps) {
  const me = useMe();
  const path = useUrlPath();
  const found = pageAt(path, pages);
  const [first] = pages;
  useEffect(() => {
    if (path === '/desk' && first !== undefined) navigate(first.path, { replace: true });
  }, [path, first]);
  const Page = found?.page.page;
  return (
    <div className={css['desk']}>
      <div className={css['env']} data-env={me.environment} />
      <header className={css['top']}>
        <span className={css['mark']}>
          <OwnMark size={28} />
          <span className={css['markName']}>{t('dk.h')}</span>
        </span>
        {pages.some(({ path: to }) => to === findPath) && (
          <a {...anchor({ href: findPath })} className={css['find']} aria-label={t('dk.find')} title={t('dk.find')}>
            <Icon of={search} size={16} />
            <span>{t('dk.find')}</span>
            <Key of="/" />
          </a>
        )}
        <span className={css['envName']} data-env={me.environment}>
          {t(`dk.env.${me.environment}`)}
        </span>
        <Who onLeave={onLeave} />
      </header>
      <Keys pages={pages} />
      <CeremonyHost />
      <div className={css['frame']}>
        <Rail pages={pages} found={found?.page} />
        <main className={css['main']}>
          <p className={css['small']}>{t('dk.small')}</p>
          <div className={css['wide']}>
            <Suspense fallback={<Skeleton rows={4} />}>
              {Page === undefined || found === undefined ? (
                path !== '/desk' && (
                  <PageTitle
                    title={t('dk.unknown')}
                    lead={
                      <Link variant="bare" href="/desk/overview">
                        {t('dk.nav.overview')}
                      </Link>
                    }
                  />
                )
              ) : (
                <Page key={found.page.path} rest={found.rest} />
              )}
            </Suspense>
          </div>
        </main>
      </div>
    </div>
  );
}

/** The pages of the member. */
function Rail({ pages, found }: Pick<FrameProps, 'pages'> & { readonly found: DeskPage | undefined }) {
  const me = useMe();
  return (
    <nav className={css['rail']} aria-label={t('dk.nav')}>
      {pages
        .filter(({ isHidden }) => isHidden !== true)
        .map(({ path: href, title, icon, waiting, begins }) => ({ href, title, icon, begins, count: waiting?.(me) ?? 0 }))
        .map((each) => ({ ...each, label: each.count === 0 ? t(each.title) : `${t(each.title)} ${each.count}` }))
        .map(({ href, title, icon, begins, count, label }) => (
          <a
            key={href}
            {...anchor({ href })}
            // A page without its own place belongs to the search that leads there.
            aria-current={href === (found?.isHidden === true ? findPath : found?.path) ? 'page' : undefined}
            aria-label={label}
            title={label}
            className={begins === true ? css['begins'] : undefined}
          >
            <Icon of={icon} size={18} />
            <span className={css['name']}>{t(title)}</span>
            {count > 0 && (
              // The space keeps what is seen the same as the name of the link.
              <>
                {' '}
                <span className={css['count']}>{count}</span>
              </>
            )}
          </a>
        ))}
    </nav>
  );
}

const warnMs = 60_000;

/** The member, and the rest of the session. */
function Who({ onLeave }: Pick<FrameProps, 'onLeave'>) {
  const { name, role, now } = useMe();
  return (
    <div className={css['who']}>
      <span className={css['initials']} aria-hidden="true">
        {Array.from(name).slice(0, 2).join('')}
      </span>
      <span className={css['whoText']}>
        <b>{`${t(`dk.as.${role}.name`)} ${name}`}</b>
        <TimeLeft key={now} />
      </span>
      <Button variant="text" size="sm" onClick={onLeave}>
        {t('dk.signOut')}
      </Button>
    </div>
  );
}

/** The time of the session since the last answer, by our own clock; in the last minute, in seconds. */
function TimeLeft() {
  const { until, idleUntil, now } = useMe();
  const [began] = useState(() => Date.now());
  const [at, setAt] = useState(began);
  const passed = Math.max(0, at - began);
  const left = Math.min(until, idleUntil) - now - passed;
  const isLast = left <= warnMs;
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), isLast ? 1000 : 15_000);
    return () => clearInterval(timer);
  }, [isLast]);
  const minutes = Math.floor(Math.max(0, until - now - passed) / 60_000);
  return (
    // Said once, not every second.
    <small key={Number(isLast)} role={isLast ? 'alert' : undefined} aria-live={left < warnMs - 2000 ? 'off' : undefined}>
      {isLast ? t('dk.idle', { n: Math.max(0, Math.ceil(left / 1000)) }) : t('dk.left', { h: Math.floor(minutes / 60), m: minutes % 60 })}
    </small>
  );
}
