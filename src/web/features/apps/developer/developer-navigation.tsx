import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { arrowLeft, bookOpen, layoutGrid, listChecks } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import css from './developer-navigation.module.css';
import { sections, sectionPath } from './sections.ts';
import { useApp } from './use-developer.ts';
import { useAppName } from './app-words.ts';

interface DeveloperNavigationProps {
  readonly path: string;
  /** The client id of the app on screen; absent outside of an app. */
  readonly id: string | undefined;
}

const places = [
  { label: 'dc.h', icon: layoutGrid, path: '/developer', also: '/developer/new' },
  { label: 'dc.n.guides', icon: bookOpen, path: '/developer/guides', also: '' },
  { label: 'dc.n.scopes', icon: listChecks, path: '/developer/scopes', also: '' },
] as const;

/** The sections of an app with the way back to all apps, or the places of the center. */
export function DeveloperNavigation({ path, id }: DeveloperNavigationProps): ReactNode {
  const t = useT();
  return (
    <nav className={css['navigation']} aria-label={t('dc.nav')}>
      {id === undefined ? (
        <ul>
          {places.map((place) => (
            <li key={place.path}>
              <Link variant="bare" href={place.path} current={place.path === path || place.also === path} className={css['item']}>
                <Icon of={place.icon} />
                <span className={css['label']}>{t(place.label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <OfApp path={path} id={id} />
      )}
    </nav>
  );
}

function OfApp({ path, id }: { readonly path: string; readonly id: string }): ReactNode {
  const t = useT();
  return (
    <>
      <Link variant="bare" href="/developer" className={css['back']}>
        <Icon of={arrowLeft} size={16} />
        <span className={css['label']}>{t('dc.h')}</span>
      </Link>
      <ThisApp id={id} />
      <ul>
        {sections.map(({ name, label, icon }) => {
          const target = sectionPath(id, name);
          return (
            <li key={name}>
              <Link variant="bare" href={target} current={target === path} className={css['item']}>
                <Icon of={icon} />
                <span className={css['label']}>{t(label)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The app's picture, name and state; empty until it has loaded. */
function ThisApp({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  const { data: app } = useApp(id);
  return (
    <div className={css['app']}>
      {app !== undefined && (
        <>
          <AppIcon src={app.icon} size="s" />
          <span className={css['name']}>
            <b>{nameOf(app.name)}</b>
            <span>{t(`dc.s.${app.state}`)}</span>
          </span>
        </>
      )}
    </div>
  );
}
