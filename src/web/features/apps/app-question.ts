import type { Scope } from '#contract/vocabulary/scopes.ts';
import type { AuthorisedApp } from '#web/widgets/oauth-client/apps.ts';

/** What is shown of an app: everything, whether to cancel its authorisation, or whether to take one scope away. */
export type AppQuestion = 'show' | 'cancel' | Scope;

/** What is asked about an app, and the row that it was asked in. */
export interface Asked {
  readonly app: AuthorisedApp;
  readonly question: AppQuestion;
  readonly row: Element | null;
}
