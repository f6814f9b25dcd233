import type { MessageKey, Values } from '#web/lib/texts/i18n.tsx';
import type { EndpointName } from './fake-api.ts';

/** Visible content: a text of the product, or one sent by the API. */
export type Seen = { readonly key: MessageKey; readonly values?: Values } | { readonly text: string };

/** The behavior on failure: a card with a retry, or another way to continue, with its reason. */
type Failing = 'card' | { readonly instead: Seen; readonly why: string };

/** A screen and its states, at one URL of its route. */
export interface Screen {
  readonly at: string;
  /** The heading of the page. */
  readonly heading: Seen;
  /** Visible after everything has loaded. */
  readonly full: Seen;
  /** The calls whose answers it shows, and its behavior if one fails; for a screen without calls, the reason. */
  readonly reads: { readonly [Name in EndpointName]?: Failing } | string;
  /** Visible for an account without data; or the reason why there is no such state. */
  readonly empty: Seen | string;
  /** The server's data for the page. */
  readonly routeData?: Readonly<Record<string, unknown>>;
  /** Initial content of the tab's storage. */
  readonly kept?: Readonly<Record<string, string>>;
}

export const key = (name: MessageKey, values: Values = {}): Seen => ({ key: name, values });
export const text = (shown: string): Seen => ({ text: shown });

export const form = 'a form: it asks for nothing before something is sent';
export const still = 'a text: it asks for nothing';
export const always = 'it is not about what an account has';
