import type { WaitingAct } from '#contract/acts/acts.ts';
import type { DeskRefusal } from '#contract/operations/desk/errors.ts';
import type { RefusalName } from '#contract/errors.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Country } from '#contract/vocabulary/countries.ts';
import type { chrome } from './en/chrome.ts';
import type { controls } from './en/controls.ts';
import type { embedded } from './en/embedded.ts';
import type { oldBrowser } from './en/old-browser.ts';
import type { web } from './en/web.ts';
import type { LegalTexts } from './legal-texts.ts';
import type { MailTexts, SmsTexts } from './mail-texts.ts';
import type { ScopeTexts } from './scope-texts.ts';

/** Key of a text of the web application. */
export type MessageKey = keyof typeof web;

/** All texts of the web application in one language. */
export type WebTexts = Readonly<Record<MessageKey, string>>;

/** Names of countries and regions by code. */
export type CountryNames = Readonly<Record<Country, string>>;

/** The server's texts in one language. */
export interface Catalogue {
  readonly chrome: Readonly<Record<keyof typeof chrome, string>>;
  readonly controls: Readonly<Record<keyof typeof controls, string>>;
  readonly errors: Readonly<Record<RefusalName, string>>;
  readonly deskErrors: Readonly<Record<DeskRefusal, string>>;
  readonly timedErrors: Readonly<Partial<Record<RefusalName, string>>>;
  readonly legal: LegalTexts;
  readonly mail: MailTexts;
  readonly embedded: Readonly<Record<keyof typeof embedded, string>>;
  readonly oldBrowser: Readonly<Record<keyof typeof oldBrowser, string>>;
  readonly sms: SmsTexts;
  readonly scopes: ScopeTexts;
  /** Ways in sentences, with `{target}`: a masked phone or email. */
  readonly ways: Readonly<Record<WayKind, string>>;
  readonly wayJoin: string;
  /** The acts that wait, as the object of “asked to”. */
  readonly waits: Readonly<Record<WaitingAct, string>>;
}
