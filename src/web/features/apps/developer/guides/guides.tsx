import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useQuery as useUrlQuery } from '#web/lib/page/router.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { failureOf } from '#web/lib/api/failure.ts';
import { appKinds, type AppKind } from '#contract/apps/developer/developer.words.ts';
import { useAppName } from '../app-words.ts';
import { CodeBox } from './code-box.tsx';
import { guideFiles } from './guide-files.ts';
import { filledIn, type GuideValues } from './guide-values.ts';
import css from './guides.module.css';
import { guideLibraries, libraryNames, type GuideLibrary } from './libraries.ts';
import { useDeveloper, type Developer } from '../use-developer.ts';

const example = 'openidClient';
/** Where the app of a quickstart stands, as long as nothing better is known. */
const exampleOrigin = 'https://app.example.com';

/** Quickstarts: the files that tests run, filled in for an app; other libraries by their settings. */
export function Guides(): ReactNode {
  const t = useT();
  const query = useUrlQuery();
  const developer = useDeveloper();
  const kind = appKinds.find((each) => each === query.get('kind')) ?? 'web';
  const apps = (developer.data?.apps ?? []).filter((app) => app.kind === kind);
  const app = apps.find(({ clientID }) => clientID === query.get('app'));
  const others = Object.entries(guideLibraries).map(([id, name]) => ({ id, name }));
  const asked = query.get('library') ?? '';
  const library = asked in guideLibraries ? (asked as GuideLibrary) : undefined;
  const values: GuideValues | undefined = app && { issuer: location.origin, clientID: app.clientID };
  const go = (change: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams({ ...Object.fromEntries(query), ...change });
    navigate(`/developer/guides?${next}`, { replace: true });
  };
  return (
    <Stack>
      <Tabs
        label={t('dc.n.guides')}
        chosen={kind}
        options={appKinds.map((id) => ({ id, name: t(`dc.g.${id}`) }))}
        onChoose={(next) => go({ kind: next, app: '', library: '' })}
      />
      {apps.length > 0 && <Apps apps={apps} chosen={app?.clientID ?? ''} onChoose={(next) => go({ app: next })} />}
      {kind === 'web' && (
        <Tabs
          label={t('dc.g.library')}
          chosen={library ?? example}
          options={[{ id: example, name: libraryNames[example] }, ...others]}
          onChoose={(next) => go({ library: next })}
        />
      )}
      {kind === 'web' && library !== undefined ? (
        <Settings key={library} library={library} clientID={values?.clientID ?? 'your-client-id'} />
      ) : (
        <Files key={kind} kind={kind} values={values} />
      )}
    </Stack>
  );
}

interface TabsProps {
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly onChoose: (id: string) => void;
}

function Tabs({ label, chosen, options, onChoose }: TabsProps): ReactNode {
  return (
    <fieldset className={css['tabs']} aria-label={label}>
      {options.map(({ id, name }) => (
        <button key={id} type="button" className={css['tab']} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

interface AppsProps {
  readonly apps: Developer['apps'];
  readonly chosen: string;
  readonly onChoose: (clientID: string) => void;
}

function Apps({ apps, chosen, onChoose }: AppsProps): ReactNode {
  const t = useT();
  const nameOf = useAppName();
  return (
    <label className={css['apps']}>
      {t('dc.g.for')}
      <select value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">{t('dc.g.none')}</option>
        {apps.map(({ clientID, name }) => (
          <option key={clientID} value={clientID}>
            {nameOf(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** How an example starts, and the addresses under which it is registered. */
const running: Readonly<Record<AppKind, { readonly start: string; readonly redirect: string; readonly signOut: string }>> = {
  web: {
    start: 'npm install openid-client\nCLIENT_SECRET=… node web-app.ts',
    redirect: 'http://127.0.0.1:8765/callback',
    signOut: 'http://127.0.0.1:8765/',
  },
  browser: {
    start: 'npm install oidc-client-ts jwt-decode\nnode serve.ts',
    redirect: 'http://127.0.0.1:8765/callback',
    signOut: 'http://127.0.0.1:8765/',
  },
  native: { start: 'npm install openid-client\nnode native.ts', redirect: 'http://127.0.0.1/callback', signOut: '' },
  device: { start: 'npm install openid-client uqr\nnode device.ts', redirect: '', signOut: '' },
};

function Files({ kind, values }: { readonly kind: AppKind; readonly values: GuideValues | undefined }): ReactNode {
  const t = useT();
  const files = useQuery({ queryKey: ['developer-guide', kind], queryFn: () => guideFiles[kind](), staleTime: Infinity });
  const failure = failureOf(files);
  if (failure !== undefined || files.data === undefined) {
    return <Card busy={failure === undefined}>{failure === undefined ? <Skeleton /> : <ErrorCard {...failure} />}</Card>;
  }
  const { start, redirect, signOut } = running[kind];
  return (
    <>
      <Card title={t('dc.g.run')} pad>
        <div className={css['boxes']}>
          {redirect !== '' && <CodeBox name={t('dc.f.redirect')} text={redirect} />}
          {signOut !== '' && <CodeBox name={t('dc.f.signOut')} text={signOut} />}
          <CodeBox name={t('dc.g.env')} text={start} />
        </div>
      </Card>
      <Card title={t('dc.g.files')} pad>
        <div className={css['boxes']}>
          {files.data.map(({ name, text }) => (
            <CodeBox key={name} name={name} text={values === undefined ? text : filledIn(text, values)} />
          ))}
        </div>
      </Card>
    </>
  );
}

function Settings({ library, clientID }: { readonly library: GuideLibrary; readonly clientID: string }): ReactNode {
  const t = useT();
  const loaded = useQuery({ queryKey: ['developer-settings'], queryFn: () => import('./guide-settings.ts'), staleTime: Infinity });
  const failure = failureOf(loaded);
  if (failure !== undefined || loaded.data === undefined) {
    return <Card busy={failure === undefined}>{failure === undefined ? <Skeleton /> : <ErrorCard {...failure} />}</Card>;
  }
  const { librarySettings, settingsFor } = loaded.data;
  const { tested, redirect, place, text } = librarySettings[library];
  const values = { issuer: location.origin, clientID, origin: exampleOrigin };
  return (
    <Card title={guideLibraries[library]} aside={!tested && <Badge tone="warning">{t('dc.g.untested')}</Badge>} pad>
      <div className={css['boxes']}>
        <CodeBox name={t('dc.f.redirect')} text={settingsFor(redirect, values)} />
        <CodeBox name={place} text={settingsFor(text, values)} />
      </div>
    </Card>
  );
}
