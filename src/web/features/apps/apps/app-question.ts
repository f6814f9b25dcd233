import type { ConsentLine } from '#contract/apps/openid/claims.words.ts';
import type { AuthorizedApp } from '#web/widgets/oauth-client/apps.ts';

/** The view of an app: all details, the question about its revocation, or the question about one scope. */
export type AppQuestion = 'show' | 'cancel' | ConsentLine;

/** The question about an app, and the row that it belongs to. */
export interface Asked {
  readonly app: AuthorizedApp;
  readonly question: AppQuestion;
  readonly row: Element | null;
}
