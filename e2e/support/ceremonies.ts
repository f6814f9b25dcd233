import type { Page } from '@playwright/test';

/** A passkey that a page has asked the browser for: how, and what became of it. */
export interface AskedCeremony {
  readonly mediation: string;
  /** `waits`, `answered`, or the name of the error that ended it. */
  readonly state: string;
}

declare global {
  interface Window {
    noteCeremony(id: string, ceremony: AskedCeremony): Promise<void>;
  }
}

/**
 * What the documents of a tab ask for from the next one on, in order; the browser answers as usual. The authenticator of the
 * DevTools protocol answers an offer in a field at once while it is touched, and later touches reach no ceremony that waits.
 */
export async function watchCeremonies(page: Page): Promise<() => readonly AskedCeremony[]> {
  const asked = new Map<string, AskedCeremony>();
  await page.exposeFunction('noteCeremony', (id: string, ceremony: AskedCeremony) => void asked.set(id, ceremony));
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async (options) => {
      const id = crypto.randomUUID();
      const note = (state: string) => void window.noteCeremony(id, { mediation: options?.mediation ?? 'modal', state });
      note('waits');
      try {
        const answer = await get(options);
        note('answered');
        return answer;
      } catch (error) {
        note(error instanceof Error ? error.name : String(error));
        throw error;
      }
    };
  });
  return () => [...asked.values()];
}
