import type { Language } from '#contract/vocabulary/languages.ts';
import type { Place } from '#server/platform/geo/places.ts';

/** The browser behind a request that may sign in. A `Call` is one. */
export interface Visit {
  readonly clientIp: string;
  /** ISO 3166 alpha-2 code of the client's country, or empty. */
  readonly country: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly lang: Language;
  readonly langChosen: boolean;
  /** Hash of the visitor cookie. */
  readonly visitor: string;
  /** Hash of the known-browser cookie; undefined without one. */
  readonly browser: string | undefined;
  /** The browser's answer to the age gate, as it was kept; undefined without one. */
  readonly keptAge: string | undefined;
  /** The session cookie as received, of any account; undefined without one. */
  readonly sessionToken: string | undefined;
  /** The place of the client IP, named in a language. */
  placeIn(language: Language): Place;
  /** Sets the known-browser cookie if it is missing, and returns its hash. */
  rememberBrowser(): string;
}
