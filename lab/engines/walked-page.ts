import type { Language } from '#contract/vocabulary/languages.ts';
import type { MessageKey } from '#messages/catalogue.ts';
import type { HttpClient, Registered } from '#server/testing/server/http-client.ts';
import type { Engine, Theme } from './engine.ts';

export interface WalkOptions {
  readonly engine: Engine;
  /** For reports and names of pictures. */
  readonly name: string;
  readonly origin: string;
  readonly theme: Theme;
  readonly language: Language;
  readonly person: Registered;
  /** Reads codes from the outbox. */
  readonly client: HttpClient;
  readonly phone: string;
  /** A request of an app to sign this person in. */
  readonly appRequest: string;
  /** The folder of pictures. */
  readonly pictures: string;
}

export interface WalkedPage {
  /** Nobody is signed in, in the language of the walk. */
  begin(): Promise<void>;
  readonly problems: string[];
  t(key: MessageKey): string;
  open(path: string, ready: string): Promise<void>;
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>;
  press(selector: string, text?: string): Promise<void>;
  /** The last press, and what the page noticed about it. */
  heard(): Promise<string>;
  fill(selector: string, text: string): Promise<void>;
  /** Notes what is broken, and takes a picture. */
  look(step: string): Promise<void>;
  expect(expression: string, sentence: string): Promise<void>;
}

/** The application controls the field: it checks and sends what is typed. */
export const alive = (selector: string): string =>
  `Object.keys(document.querySelector('${selector}') || {}).some(function (key) { return key.indexOf('__reactProps') === 0 })`;
