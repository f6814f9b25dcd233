import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { isIn, proveAll, signIn } from './hand.ts';
import type { Life } from './life.ts';

/** Something that a thief tries; it may be refused. */
export interface Act {
  readonly name: string;
  /** Whether an owner who never looks would lose an ordinary account by it: it is said on the help page. */
  readonly isLast?: boolean;
  /** Whether it waits for three days at most, so that only an owner who looks more often is promised something. */
  readonly isSlow?: boolean;
  readonly run: (life: Life) => Promise<void>;
}

/** A browser of his that is in the account, if he gets one in. */
export async function inside(life: Life): Promise<TestBrowser | undefined> {
  for (const browser of life.thief.browsers) if (await isIn(life, browser)) return browser;
  // In the one that was in the account last, which it may know by now.
  const [browser = life.app.newBrowser()] = life.thief.browsers;
  for (const by of ['password', 'passkey', 'code', 'social'] as const) if (await signIn(life, browser, life.thief.hand, by)) return browser;
  return undefined;
}

/** Shows all that he has for an action, and acts. */
export function withProofs(
  name: string,
  act: (life: Life, browser: TestBrowser, prove: Prove) => Promise<unknown>,
  more: Partial<Act> = {},
): Act {
  return {
    name,
    ...more,
    async run(life) {
      const browser = await inside(life);
      if (browser === undefined) return;
      await act(life, browser, (action, target) =>
        proveAll(life, browser, life.thief.hand, { action, ...(target === undefined ? {} : { target }) }),
      );
    },
  };
}

export type Prove = (action: string, target?: string) => Promise<void>;
