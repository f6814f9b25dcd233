import { configure, waitFor, within, type BoundFunctions, type queries } from '@testing-library/dom';
import type { DetachedWindowAPI } from 'happy-dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type * as ReactDomClient from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import type { AccountView } from '#contract/schemas/account.ts';
import type { AppConfig } from '#contract/schemas/reference.ts';
import type { Language } from '#contract/vocabulary/regions.ts';
import type { Layout } from '#web/lib/layout.ts';
import type { MessageKey, Values } from '#web/lib/i18n.tsx';
import { sampleConfig } from '#web/gallery/sample-config.ts';
import { fillBrowserGaps } from './browser-gaps.ts';
import { fakeApi, sessionOver, type FakeApi, type Replies } from './fake-api.ts';

interface RenderOptions {
  /** Who is signed in; nobody by default. */
  readonly account?: AccountView;
  readonly layout?: Layout;
  readonly language?: Language;
  /** Replies beside those of the account, of the header's menu and of the key. */
  readonly replies?: Replies;
  readonly config?: Partial<AppConfig>;
  /** What the server gives to the page. */
  readonly routeData?: Readonly<Record<string, unknown>>;
  /** What the tab has kept. */
  readonly kept?: Readonly<Record<string, string>>;
}

/** The application in a document of its own. */
export interface Rendered {
  readonly page: BoundFunctions<typeof queries>;
  readonly user: UserEvent;
  readonly api: FakeApi;
  /** The text of a key in the language of the page. Fails where the page has not loaded it. */
  readonly t: (key: MessageKey, values?: Values) => string;
  /** Where the application sent the document, in order: a new document loads there. */
  readonly left: readonly string[];
}

const widths: Readonly<Record<Layout, number>> = { desktop: 1440, mobile: 390 };

configure({
  asyncUtilTimeout: 2500,
  // The whole page is too much to read.
  getElementError: (message) => new Error(message?.split('\n', 1)[0] ?? ''),
});

declare global {
  interface Window {
    readonly happyDOM?: DetachedWindowAPI;
  }
}

// The first page of a worker loads its modules, on a busy machine for seconds.
const firstPage = { interval: 5, timeout: 20_000 };

let close = (): void => undefined;

/**
 * Opens an address as a browser does: a new document, the application from its entry, its own router, providers, frames and caches; the API alone is a fake. The test fails where
 * a call was made that no reply was declared for, or where something was reported on the console.
 */
export async function renderAt(url: string, options: RenderOptions = {}): Promise<Rendered> {
  const { account, layout = 'desktop', language = 'en_US', replies = {}, config = {}, routeData, kept = {} } = options;
  close();
  const api = fakeApi({ language, replies: { ...basicReplies(account), ...replies } });
  const left = openDocument({ url, layout, language });
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  addData('config', { ...sampleConfig, ...config });
  if (routeData !== undefined) addData('route-data', routeData);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const end = overseeDocument(api);
  onTestFinished(() => {
    close();
    expect(api.unexpected, 'calls without a reply').toEqual([]);
  });
  close = () => {
    close = () => undefined;
    end();
    const reported = errors.mock.calls.map((call) => call.map(String).join(' '));
    errors.mockRestore();
    expect(reported, 'reports on the console').toEqual([]);
  };
  // Modules are of a document: nothing of the former one is left.
  vi.resetModules();
  await import('#web/app/entry-client.tsx');
  const { translate } = await import('#web/lib/i18n.tsx');
  await waitFor(() => expect(document.getElementById('root')?.childElementCount).toBeGreaterThan(0), firstPage);
  const t: Rendered['t'] = (key, values) => {
    const text = translate(key, values);
    if (text === key) throw new Error(`The page has not loaded the text ${key}.`);
    return text;
  };
  return { page: within(document.body), user: userEvent.setup({ delay: null }), api, t, left };
}

/** What every page may ask for. */
function basicReplies(account: AccountView | undefined): Replies {
  return {
    metainfo: account === undefined ? sessionOver : { data: account },
    navigation: { data: [] },
    key: () => {
      document.cookie = 'csrf=fake; path=/';
      return { data: { key: '', client_id: 'fake', label: '' } };
    },
  };
}

interface DocumentOptions {
  readonly url: string;
  readonly layout: Layout;
  readonly language: Language;
}

function openDocument({ url, layout, language }: DocumentOptions): readonly string[] {
  const left: string[] = [];
  document.body.innerHTML = '<div id="root"></div>';
  document.head.replaceChildren();
  document.title = '';
  document.documentElement.lang = language === 'zh_CN' ? 'zh-CN' : 'en';
  document.cookie = `lang=${language}; path=/`;
  document.cookie = 'csrf=; path=/; max-age=0';
  localStorage.clear();
  sessionStorage.clear();
  // What it keeps is of the person who is here (lib/person-state.ts).
  sessionStorage.setItem('person', '');
  history.replaceState(null, '', url);
  window.happyDOM?.setViewport({ width: widths[layout], height: 900 });
  for (const how of ['assign', 'replace'] as const) vi.spyOn(location, how).mockImplementation((to) => void left.push(String(to)));
  vi.spyOn(location, 'reload').mockImplementation(() => void left.push(location.href));
  fillBrowserGaps();
  return left;
}

function addData(id: string, value: unknown): void {
  const island = document.createElement('script');
  island.type = 'application/json';
  island.id = id;
  island.textContent = JSON.stringify(value);
  document.head.append(island);
}

/** Notes what the document adds to the window and to time. Returns what ends all of that: a document that was left does nothing more. */
function overseeDocument(api: FakeApi): () => void {
  const ends: (() => void)[] = [];
  let isOver = false;
  vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => (isOver ? new Promise(() => undefined) : api.fetch(...given)));
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target);
    const note = vi
      .spyOn(target, 'addEventListener')
      .mockImplementation((type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions) => {
        ends.push(() => target.removeEventListener(type, listener, options));
        add(type, listener, options);
      });
    ends.push(() => note.mockRestore());
  }
  const { setTimeout: start } = globalThis;
  vi.stubGlobal('setTimeout', (...given: Parameters<typeof setTimeout>) => {
    const timer = start(...given);
    ends.push(() => clearTimeout(timer));
    return timer;
  });
  const roots: { readonly unmount: () => void }[] = [];
  vi.doMock('react-dom/client', async (load) => {
    const client = await load<typeof ReactDomClient>();
    const createRoot: typeof client.createRoot = (...given) => {
      const root = client.createRoot(...given);
      roots.push(root);
      return root;
    };
    return { ...client, createRoot };
  });
  return () => {
    isOver = true;
    vi.useRealTimers();
    for (const root of roots) root.unmount();
    for (const end of ends) end();
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  };
}
