import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import type { Language } from '#contract/vocabulary/languages.ts';

/** The configuration in the page for the application, in vendor mode or not. */
export type ClientConfig = (options: { readonly vendor: boolean }) => AppConfig;

/** Selects a variant of a page. */
export interface PageVariant {
  readonly language: Language;
  readonly vendor: boolean;
  /** In a window of the operating system. */
  readonly desktopWindow?: boolean;
  readonly config: AppConfig;
}

export interface PageInfo {
  /** URLs with the same key share a page. */
  readonly key: string;
  readonly status: 200 | 404;
  /** `account`: only for signed-in accounts. `visitor`: signed-in people are redirected. `any`: both. */
  readonly guard: 'account' | 'visitor' | 'any';
  /** Whether the page may show a third-party captcha. */
  readonly captcha: boolean;
}

export interface RenderedPage {
  readonly lang: string;
  readonly title: string;
  /** Empty if the browser draws the page. */
  readonly html: string;
  /** The source modules whose chunks the page needs at once. */
  readonly modules: readonly string[];
  readonly page: string;
  readonly reload: { readonly text: string; readonly button: string };
}

/** The exports of `src/web/app/prerender.tsx`. The server sees only its build. */
export interface WebRenderer {
  /** The page of a path with a query. */
  pageInfo(url: string): PageInfo;
  renderPage(key: string, variant: PageVariant): Promise<RenderedPage>;
  readonly firstPages: readonly string[];
}
