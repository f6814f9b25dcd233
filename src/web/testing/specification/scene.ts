import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import type { specRules, specTexts, specToasts } from '#contract/fixtures/specification.ts';
import { settle } from '#web/testing/document.ts';
import type { EndpointName, Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import type { Rendered } from '#web/testing/render-at.ts';

type TextsOf<Table> = Table[keyof Table];

/** A text that the specification quotes for a rule, a code or a place. */
export type SpecText =
  | TextsOf<{ [Field in keyof typeof specRules]: TextsOf<(typeof specRules)[Field]> }>
  | TextsOf<typeof specToasts>
  | (typeof specTexts)[number];

/** Makes a text appear; `at once` if it appears together with the text before, or when the page opens. */
export type Provoke = ((rendered: Rendered) => Promise<unknown>) | 'at once';

/** A page, and what somebody does there, in order, to see texts of the specification. */
export interface Scene {
  readonly open: () => Promise<Rendered>;
  readonly texts: Readonly<Partial<Record<SpecText, Provoke>>>;
}

/** Scenes by the name of their test. */
export type Scenes = Readonly<Record<string, Scene>>;

/** Captchas load their code on demand, which takes seconds on a busy machine. */
const patience = { interval: 10, timeout: 15_000 };

/** Plays a scene: each text is absent before it is provoked, and present afterwards. */
export async function play({ open, texts }: Scene): Promise<void> {
  const rendered = await open();
  // The keys of `Scene.texts`.
  for (const [text, provoke] of Object.entries(texts) as [SpecText, Provoke][]) {
    if (provoke !== 'at once') {
      expect(isShown(text), `${text} is there before`).toBe(false);
      await settle();
      await provoke(rendered);
    }
    await waitFor(() => expect(isShown(text), `${text} appears`).toBe(true), patience);
  }
}

/** As a whole, or with an addition after it: a request id, or a date. */
function isShown(text: string): boolean {
  return shown().some((each) => each === text || each.startsWith(`${text} `));
}

/** The texts in the document for people, each as its own node. */
function shown(): readonly string[] {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (nodes.nextNode() !== null) {
    const { parentElement, textContent } = nodes.currentNode;
    if (parentElement?.closest('[aria-hidden=true]') === null) found.push(textContent?.trim() ?? '');
  }
  return found;
}

/** Types a text into a field and leaves it. */
export function type(field: string, text: string): (rendered: Rendered) => Promise<void> {
  return async ({ user }) => {
    await waitFor(() => inputNamed(field));
    await fill(user, inputNamed(field), text);
    await user.tab();
  };
}

/** Presses a button or link by the key of its name. */
export function press(key: Parameters<Rendered['t']>[0]): (rendered: Rendered) => Promise<void> {
  return async ({ user, page, t }) => user.click(await page.findByRole('button', { name: t(key) }));
}

/** Sends the form on screen again, which is answered with these replies. */
export function send(replies: Replies): (rendered: Rendered) => Promise<void> {
  return async (rendered) => {
    rendered.api.answer(replies);
    await pressUntilCalled(rendered, replies, () => document.querySelector<HTMLButtonElement>('button[type=submit]') ?? undefined);
  };
}

/** Requests a code, which is answered with these replies. */
export function getCode(replies: Replies): (rendered: Rendered) => Promise<void> {
  return async (rendered) => {
    rendered.api.answer(replies);
    await pressUntilCalled(rendered, replies, () => rendered.page.queryAllByRole('button', { name: /^(?:Get Code|Resend)$/ })[0]);
  };
}

/** A press within a tenth of a second after another one, or during work, counts for nothing. */
async function pressUntilCalled({ api, user }: Rendered, replies: Replies, find: () => HTMLElement | undefined): Promise<void> {
  const before = api.made.length;
  const isMade = () => api.made.slice(before).some(({ name }) => Object.hasOwn(replies, name));
  await waitFor(async () => {
    const button = find();
    if (button !== undefined && !isMade()) await user.click(button);
    if (!isMade()) throw new Error(`No call of ${Object.keys(replies).join()}.`);
  }, patience);
}

/** Waits until a call was made. */
export function called(name: EndpointName): (rendered: Rendered) => Promise<void> {
  return async ({ api }) => waitFor(() => expect(api.made.some((made) => made.name === name)).toBe(true), patience);
}
