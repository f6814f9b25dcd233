import type { DetachedWindowAPI } from 'happy-dom';
import type * as ReactDomClient from 'react-dom/client';
import { vi } from 'vitest';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import type { Layout } from '#web/lib/page/layout.ts';
import { fillBrowserGaps } from './browser-gaps.ts';

declare global {
  interface Window {
    readonly happyDOM?: DetachedWindowAPI;
  }
}

const widths: Readonly<Record<Layout, number>> = { desktop: 1440, mobile: 390 };

export interface DocumentOptions {
  readonly url: string;
  readonly layout: Layout;
  readonly language: Language;
  /** Initial content of the tab's storage, instead of none. */
  readonly kept: Readonly<Record<string, string>>;
  /** The last change of the person in this browser (lib/person-state.ts); '' for none. */
  readonly lastChange: string;
}

/** Makes an empty document at a URL, in a tab and a browser without history. Returns the targets of its navigations. */
export function openDocument({ url, layout, language, kept, lastChange }: DocumentOptions): readonly string[] {
  const left: string[] = [];
  document.body.replaceChildren(Object.assign(document.createElement('div'), { id: 'root' }));
  document.head.replaceChildren();
  document.title = '';
  document.documentElement.lang = languageFacts[language].tag;
  document.cookie = `lang=${language}; path=/`;
  document.cookie = 'csrf=; path=/; max-age=0';
  localStorage.clear();
  sessionStorage.clear();
  // The kept data belongs to the current person (lib/person-state.ts).
  sessionStorage.setItem('person', lastChange);
  if (lastChange !== '') localStorage.setItem('person', lastChange);
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  history.replaceState(null, '', url);
  window.happyDOM?.setViewport({ width: widths[layout], height: 900 });
  for (const how of ['assign', 'replace'] as const) vi.spyOn(location, how).mockImplementation((to) => void left.push(String(to)));
  vi.spyOn(location, 'reload').mockImplementation(() => void left.push(location.href));
  return left;
}

/** Puts data into the page, like the server. */
export function addData(id: string, value: unknown): void {
  const island = document.createElement('script');
  island.type = 'application/json';
  island.id = id;
  island.textContent = JSON.stringify(value);
  document.head.append(island);
}

/**
 * Records everything that the document adds to the window and to the timers. Returns a function that removes all of it:
 * a document that was left does nothing more. Its imports end before the next document begins: a module whose import is
 * under way while all modules are forgotten would never load again, and what waits for it would call the next API.
 */
export function overseeDocument(api: typeof fetch): () => Promise<void> {
  const ends: (() => void)[] = [];
  let isOver = false;
  vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => (isOver ? new Promise(() => undefined) : api(...given)));
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
  // Under the same rule: a listener of an earlier document would answer every press a second time.
  fillBrowserGaps();
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
  return async () => {
    isOver = true;
    vi.useRealTimers();
    for (const root of roots) root.unmount();
    for (const end of ends) end();
    await vi.dynamicImportSettled();
    await settle();
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  };
}

/** Waits for the effects of rendered components, which run a few turns later. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
