import { setTimeout as delay } from 'node:timers/promises';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { DeskTexts } from '#messages/desk-catalogues.ts';
import type { Registered } from '#server/testing/server/http-client.ts';
import { unspoken } from './reader-judge.ts';
import type { Reader } from './reader.ts';

export interface ReaderWalkOptions {
  readonly reader: Reader;
  readonly origin: string;
  readonly language: Language;
  /** The cookie of a member who has just signed in. */
  readonly entry: () => string;
  /** Somebody who is found, and locked. */
  readonly found: Registered;
  /** Ends the first day of their account, on which every sign-in is calm. */
  readonly age: () => Promise<void>;
}

/** What a walk by ear knows, does and notes. */
export interface Book extends ReaderWalkOptions {
  readonly texts: DeskTexts;
  readonly problems: string[];
  /** Keys and what was spoken after them. */
  readonly lines: string[];
  press(...keys: readonly string[]): Promise<readonly string[]>;
  type(text: string): Promise<readonly string[]>;
  /** Waits until an expression of the page is true. The result is what was spoken meanwhile. */
  until(expression: string): Promise<readonly string[]>;
  /** Leaves the mode in which keys are the page's, and the other way round. */
  browse(isWanted?: boolean): Promise<void>;
  /** Notes the texts that were not spoken in this order. */
  hears(step: string, spoken: readonly string[], texts: readonly string[]): void;
}

const patienceMs = 30_000;

export function openBook(options: ReaderWalkOptions, texts: DeskTexts): Book {
  const { reader } = options;
  const problems: string[] = [];
  const lines: string[] = [];
  /** What Orca said last; nothing after a key that may have changed it without a word. */
  let mode = '';

  function note(what: string, spoken: readonly string[]): readonly string[] {
    lines.push(`[${what}]`, ...spoken.map((line) => `  ${line}`));
    mode = spoken.findLast((line) => /^(?:Browse|Focus) mode$/.test(line)) ?? (/Return|Tab|waits/.test(what) ? '' : mode);
    return spoken;
  }

  const isIn = (wanted: string): boolean => mode === wanted;

  const press = async (...keys: readonly string[]): Promise<readonly string[]> => {
    const all: string[] = [];
    for (const key of keys) all.push(...note(key, await reader.press(key)));
    return all;
  };
  return {
    ...options,
    texts,
    problems,
    lines,
    press,
    type: async (text) => note(`types ${text}`, await reader.type(text)),
    async until(expression) {
      const end = performance.now() + patienceMs;
      while ((await reader.engine.evaluate(`!!(${expression})`).catch(() => false)) !== true) {
        if (performance.now() > end) throw new Error(`never true: ${expression}`);
        await delay(100);
      }
      // What the page has just done reaches the reader a little later.
      await delay(700);
      return note('waits', await reader.heard());
    },
    async browse(isWanted = true) {
      const wanted = isWanted ? 'Browse mode' : 'Focus mode';
      for (let presses = 0; presses < 2 && !isIn(wanted); presses += 1) await press('Insert+a');
    },
    hears(step, spoken, wanted) {
      for (const text of unspoken(spoken, wanted))
        problems.push(`${step}: not spoken: "${text}"; but "${spoken.join(' | ').slice(0, 300)}"`);
    },
  };
}
