import { calmCheckup } from './data-samples.ts';
import { configure, waitFor, within, type BoundFunctions, type queries } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createElement, Fragment, type ReactNode } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Layout } from '#web/lib/page/layout.ts';
import type { MessageKey, Values } from '#web/lib/texts/i18n.tsx';
import { sampleConfig } from './sample-config.ts';
import { addData, openDocument, overseeDocument, settle } from './document.ts';
import { fakePasskeys, type BrowserPasskeys, type FakePasskeys } from './passkeys.ts';
import { fakeApi, sessionOver, type FakeApi, type Replies } from './fake-api.ts';

interface RenderOptions {
  /** The signed-in account; by default none. */
  readonly account?: AccountView;
  readonly layout?: Layout;
  readonly language?: Language;
  /** Replies in addition to those of the account, the header's menu and the key. */
  readonly replies?: Replies;
  readonly config?: Partial<AppConfig>;
  /** The server's data for the page. */
  readonly routeData?: Readonly<Record<string, unknown>>;
  /** Initial content of the tab's storage. */
  readonly kept?: Readonly<Record<string, string>>;
  /** The last change of the person in this browser; by default none. */
  readonly lastChange?: 'begins' | 'ends' | 'lapses';
  /** Behavior of the browser with passkeys; by default it knows them and offers none. */
  readonly passkeys?: BrowserPasskeys | 'unknown';
  /** Content of the document before the application: parts that the server draws, a script that runs first. */
  readonly before?: () => Promise<unknown>;
}

/** The application in its own document. */
export interface Rendered {
  readonly page: BoundFunctions<typeof queries>;
  readonly user: UserEvent;
  readonly api: FakeApi;
  /** The text of a key in the language of the page. Fails if the page has not loaded it. */
  readonly t: (key: MessageKey, values?: Values) => string;
  /** The targets of the document's navigations, in order; a new document loads there. */
  readonly left: readonly string[];
  /** Requests of the page to the browser about passkeys. */
  readonly passkeys: FakePasskeys;
}

configure({
  // Parts that load on demand take seconds on a busy machine.
  asyncUtilTimeout: 5000,
  // The whole page would be too long to read.
  getElementError: (message) => new Error(message?.split('\n', 1)[0] ?? ''),
});

// The first page of a worker loads its modules, which takes seconds on a busy machine.
const firstPage = { interval: 5, timeout: 20_000 };

let close = async (): Promise<void> => undefined;

/**
 * Opens a URL like a browser: a new document, the application from its entry, with its own router, providers, frames
 * and caches; only the API is fake. Fails the test after a call without a declared reply or a message on the console.
 */
export async function renderAt(url: string, options: RenderOptions = {}): Promise<Rendered> {
  const opened = await begin(url, options);
  await options.before?.();
  await import('#web/app/entry-client.tsx');
  return finish(opened);
}

/**
 * Renders only a part of the application, otherwise like `renderAt`: with the modules, texts and API of a new document.
 */
export async function renderPart(
  load: () => Promise<ReactNode>,
  options: RenderOptions & { readonly at?: string } = {},
): Promise<Rendered> {
  const opened = await begin(options.at ?? '/part', options);
  const { startLanguage } = await import('#web/lib/texts/i18n.tsx');
  const { loadTexts } = await import('#web/lib/load-texts.ts');
  const { showNoticesWith } = await import('#web/lib/page/notify.ts');
  const { showToast, Toaster } = await import('#web/ui/feedback/toast.tsx');
  const { Announcer } = await import('#web/ui/feedback/announce.tsx');
  const { createRoot } = await import('react-dom/client');
  startLanguage(options.language ?? 'en_US');
  showNoticesWith(showToast);
  await loadTexts(['app']);
  const part = await load();
  const root = document.getElementById('root');
  if (root !== null) createRoot(root).render(createElement(Fragment, null, part, createElement(Announcer), createElement(Toaster)));
  return finish(opened);
}

interface Opened {
  readonly api: FakeApi;
  readonly user: UserEvent;
  readonly left: readonly string[];
  readonly passkeys: FakePasskeys;
}

async function begin(url: string, options: RenderOptions): Promise<Opened> {
  const { account, layout = 'desktop', language = 'en_US', replies = {}, config = {}, routeData, kept = {}, lastChange = '' } = options;
  const { passkeys = { answer: 'NotAllowedError' } } = options;
  await close();
  const api = fakeApi({ language, replies: { ...basicReplies(account), ...replies } });
  const left = openDocument({ url, layout, language, kept, lastChange });
  addData('config', { ...sampleConfig, ...config });
  if (routeData !== undefined) addData('route-data', routeData);
  // It listens to the document from its first use on, for every later page.
  const user = userEvent.setup({ delay: null });
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const end = overseeDocument(api.fetch);
  const fake = fakePasskeys(passkeys === 'unknown' ? { answer: 'never' } : passkeys);
  if (passkeys === 'unknown') Reflect.deleteProperty(window, 'PublicKeyCredential');
  onTestFinished(async () => {
    await close();
    expect(api.unexpected, 'calls without a reply').toEqual([]);
  });
  close = async () => {
    close = async () => undefined;
    await end();
    const reported = errors.mock.calls.map((call) => call.map(String).join(' '));
    errors.mockRestore();
    expect(reported, 'reports on the console').toEqual([]);
  };
  // Modules belong to a document: none of the previous document remains.
  vi.resetModules();
  return { api, left, user, passkeys: fake };
}

async function finish({ api, left, user, passkeys }: Opened): Promise<Rendered> {
  const { translate } = await import('#web/lib/texts/i18n.tsx');
  await waitFor(() => expect(document.getElementById('root')?.childElementCount).toBeGreaterThan(0), firstPage);
  await settle();
  const t: Rendered['t'] = (key, values) => {
    const text = translate(key, values);
    if (text === key) throw new Error(`The page has not loaded the text ${key}.`);
    return text;
  };
  return { page: within(document.body), user, api, t, left, passkeys };
}

/** Replies to the calls of every page. */
function basicReplies(account: AccountView | undefined): Replies {
  return {
    metainfo: account === undefined ? sessionOver : { data: account },
    navigation: { data: [] },
    // The menu beside every page asks for it.
    showCheckup: { data: calmCheckup },
    key: () => {
      document.cookie = 'csrf=fake; path=/';
      return { data: { key: '', client_id: 'fake', label: '' } };
    },
  };
}
