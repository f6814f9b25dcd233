import type { AppConfig } from '#contract/schemas/reference.ts';
import type { Language } from '#contract/vocabulary/languages.ts';

/** What the page carries for the application, in vendor mode or not. */
export type ClientConfig = (options: { readonly vendor: boolean }) => AppConfig;

/** Which of a page's variants. */
export interface PageVariant {
  readonly language: Language;
  readonly vendor: boolean;
  readonly config: AppConfig;
}

export interface PageInfo {
  /** Two addresses with the same key have the same page. */
  readonly key: string;
  readonly status: 200 | 404;
  /** `account`: only for a signed-in account. `visitor`: who is signed in is led on. `any`: both. */
  readonly guard: 'account' | 'visitor' | 'any';
  /** Whether the page may ask for a captcha of others. */
  readonly captcha: boolean;
}

export interface RenderedPage {
  readonly lang: string;
  readonly title: string;
  /** Empty where the browser draws the page. */
  readonly html: string;
  /** The source modules whose chunks the page needs at once. */
  readonly modules: readonly string[];
  readonly page: string;
  readonly reload: { readonly text: string; readonly button: string };
}

/** What `src/web/app/prerender.tsx` exports. The server sees only its build. */
export interface WebRenderer {
  pageInfo(path: string): PageInfo;
  renderPage(key: string, variant: PageVariant): Promise<RenderedPage>;
  readonly firstPages: readonly string[];
}
