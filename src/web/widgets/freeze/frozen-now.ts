import { tabStore } from '#web/lib/browser/browser.ts';
import type { FreezeResult } from './frozen-card.tsx';

const storageKey = 'frozen';

/** Keeps what a freeze has ended for the page that says it, in the document after the session. */
export function keepFrozen({ sessions, apps }: FreezeResult): void {
  tabStore.setItem(storageKey, JSON.stringify({ sessions, apps }));
}

/** The kept one; undefined for an account that was frozen elsewhere. */
export function readFrozen(): FreezeResult | undefined {
  const { sessions, apps } = tabStore.getRecord(storageKey);
  return typeof sessions === 'number' && typeof apps === 'number' ? { sessions, apps } : undefined;
}
