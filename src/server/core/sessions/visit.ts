import type { Language } from '#contract/vocabulary/languages.ts';

/** The browser behind a request that may sign somebody in. A `Call` is one. */
export interface Visit {
  readonly clientIp: string;
  /** ISO 3166 alpha-2 of the country that the request comes from, or empty. */
  readonly country: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly lang: Language;
  readonly langChosen: boolean;
  /** Hash of the visitor cookie. */
  readonly visitor: string;
  /** Hash of the known-browser cookie, undefined when there is none. */
  readonly browser: string | undefined;
  /** The session cookie as it came, whoever it belongs to; undefined when there is none. */
  readonly sessionToken: string | undefined;
  /** Sets the known-browser cookie where there is none, and returns its hash. */
  rememberBrowser(): string;
}
