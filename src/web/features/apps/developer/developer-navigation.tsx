import { useT } from '#web/lib/texts/i18n.tsx';
import { arrowLeft, bookOpen, layoutGrid, listChecks } from '#web/ui/marks/icons.ts';
import { SideLink, SideLinks } from '#web/ui/layout/side-links.tsx';
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
export function DeveloperNavigation({ path, id }: DeveloperNavigationProps) {
  const t = useT();
  return (
    <SideLinks label={t('dc.nav')}>
      {id === undefined ? (
        <ul>
          {places.map((place) => (
            <li key={place.path}>
              <SideLink href={place.path} label={t(place.label)} icon={place.icon} current={place.path === path || place.also === path} />
            </li>
          ))}
        </ul>
      ) : (
        <OfApp path={path} id={id} />
      )}
    </SideLinks>
  );
}

function OfApp({ path, id }: { readonly path: string; readonly id: string }) {
  const t = useT();
  return (
    <>
      <SideLink href="/developer" label={t('dc.h')} icon={arrowLeft} isBack />
      <ThisApp id={id} />
      <ul>
        {sections.map(({ name, label, icon }) => {
          const target = sectionPath(id, name);
          return (
            <li key={name}>
              <SideLink href={target} label={t(label)} icon={icon} current={target === path} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The app's picture, name and state; empty until it has loaded. */
function ThisApp({ id }: { readonly id: string }) {
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
