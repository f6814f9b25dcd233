import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate, useQuery as useUrlQuery } from '#web/lib/page/router.ts';
import { hasPerson } from '#web/lib/person/person-state.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { appKinds, type AppKind } from '#contract/apps/developer/developer.words.ts';
import { useAppName } from '../app-words.ts';
import { CodeBox } from './code-box.tsx';
import { askedValues, explained, filledIn, type GuideValues, type SettingsValues } from './guide-values.ts';
import css from './guides.module.css';
import { allSoftware, asksForSoftware, guideLibraries, softwareNames, type GuideLibrary, type Software } from './libraries.ts';
import { guidePath } from '../sections.ts';
import { SectionHead } from '../section-head.tsx';
import { useApp, useDeveloper, type Developer } from '../use-developer.ts';

const example = 'openidClient';
/** Where the app of a guide stands, as long as nothing better is known. */
const exampleOrigin = 'https://app.example.com';

/** /developer/guides: the files that tests run, other software by its settings, and a table for any; filled in for an app. Anybody may read them. */
export function Guides(): ReactNode {
  const [isPerson, setPerson] = useState(false);
  // The server draws the page of a visitor.
  useEffect(() => setPerson(hasPerson()), []);
  return isPerson ? <OwnGuides /> : <GuidePage apps={[]} redirectUris={[]} />;
}

/** The same for a person who has apps. */
function OwnGuides(): ReactNode {
  const { data } = useDeveloper();
  const own = useApp(useUrlQuery().get('app') ?? '');
  return <GuidePage apps={data?.apps ?? []} redirectUris={own.data?.redirectUris ?? []} />;
}

interface GuidePageProps {
  readonly apps: Developer['apps'];
  /** Addresses of the chosen app. */
  readonly redirectUris: readonly string[];
}

function GuidePage({ apps: all, redirectUris }: GuidePageProps): ReactNode {
  const t = useT();
  const query = useUrlQuery();
  const kind = appKinds.find((each) => each === query.get('kind')) ?? 'web';
  const apps = all.filter((app) => app.kind === kind);
  const app = apps.find(({ clientID }) => clientID === query.get('app'));
  const asked = allSoftware.find((name) => name === query.get('library')) ?? example;
  const clientID = app?.clientID;
  const origin = originOf(redirectUris) ?? exampleOrigin;
  const values = { issuer: location.origin, clientID: clientID ?? 'your-client-id', origin };
  const go = (change: Readonly<Record<string, string>>): void =>
    navigate(guidePath({ ...Object.fromEntries(query), ...change }), { replace: true });
  return (
    <>
      <SectionHead lead="dc.g.sub" />
      <Stack>
        <Tabs
          label={t('dc.n.guides')}
          chosen={kind}
          options={appKinds.map((id) => ({ id, name: t(`dc.g.${id}`) }))}
          onChoose={(next) => go({ kind: next, app: '', library: '' })}
        />
        {apps.length > 0 && <Apps apps={apps} chosen={clientID ?? ''} onChoose={(next) => go({ app: next })} />}
        {asksForSoftware(kind) && <ChosenSoftware chosen={asked} onChoose={(library) => go({ library })} />}
        {asksForSoftware(kind) && asked !== example ? (
          asked !== 'other' && <Settings key={asked} library={asked} values={values} />
        ) : (
          <Files key={kind} kind={kind} values={clientID === undefined ? undefined : { issuer: location.origin, clientID }} />
        )}
        <Asked values={values} />
      </Stack>
    </>
  );
}

/** The site of the first address that is one. */
function originOf(addresses: readonly string[]): string | undefined {
  return addresses.map((address) => (URL.canParse(address) ? new URL(address).origin : 'null')).find((origin) => origin !== 'null');
}

function ChosenSoftware({ chosen, onChoose }: { readonly chosen: Software; readonly onChoose: (software: string) => void }): ReactNode {
  const t = useT();
  return (
    <label className={css['apps']}>
      {t('dc.lib')}
      <select value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {allSoftware.map((name) => (
          <option key={name} value={name}>
            {name === 'other' ? t('dc.lib.other') : softwareNames[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Questions of software under their many names, and the answers. */
function Asked({ values }: { readonly values: GuideValues }): ReactNode {
  const t = useT();
  const rows = Object.entries(askedValues(values)) as readonly [keyof ReturnType<typeof askedValues>, string][];
  return (
    <Card title={t('dc.g.ask')} pad>
      <dl className={css['asked']}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`dc.a.${name}`)}</dt>
            <dd>
              <code translate="no">{value}</code>
            </dd>
          </div>
        ))}
        {explained.map((name) => (
          <div key={name}>
            <dt>{t(`dc.a.${name}`)}</dt>
            <dd>{t(`dc.a.${name}.v`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
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
  if (files.data === undefined) return <PendingCard of={files} />;
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

function Settings({ library, values }: { readonly library: GuideLibrary; readonly values: SettingsValues }): ReactNode {
  const t = useT();
  const loaded = useQuery({ queryKey: ['developer-settings'], queryFn: () => import('./guide-settings.ts'), staleTime: Infinity });
  if (loaded.data === undefined) return <PendingCard of={loaded} />;
  const { librarySettings, settingsFor } = loaded.data;
  const { tested, redirect, place, text } = librarySettings[library];
  return (
    <Card title={guideLibraries[library]} aside={!tested && <Badge tone="warning">{t('dc.g.untested')}</Badge>} pad>
      <div className={css['boxes']}>
        <CodeBox name={t('dc.f.redirect')} text={settingsFor(redirect, values)} />
        <CodeBox name={place} text={settingsFor(text, values)} />
      </div>
    </Card>
  );
}

/** A file of an example, as it stands in the repository. */
interface GuideFile {
  readonly name: string;
  readonly text: string;
}

/** The files of an example. They load with its quickstart. */
const guideFiles: Readonly<Record<AppKind, () => Promise<readonly GuideFile[]>>> = {
  web: async () => {
    const [app, pages] = await Promise.all([import('#examples/web-app/web-app.ts?raw'), import('#examples/web-app/pages.ts?raw')]);
    return [
      { name: 'web-app.ts', text: app.default },
      { name: 'pages.ts', text: pages.default },
    ];
  },
  browser: async () => {
    const [app, page, serve] = await Promise.all([
      import('#examples/browser-app/app.js?raw'),
      import('#examples/browser-app/index.html?raw'),
      import('#examples/browser-app/serve.ts?raw'),
    ]);
    return [
      { name: 'app.js', text: app.default },
      { name: 'index.html', text: page.default },
      { name: 'serve.ts', text: serve.default },
    ];
  },
  native: async () => [{ name: 'native.ts', text: (await import('#examples/native/native.ts?raw')).default }],
  device: async () => [{ name: 'device.ts', text: (await import('#examples/device/device.ts?raw')).default }],
};
