import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { accountView, viewSettings, type AccountViewSettings } from '#server/core/account/account-view/account-view.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { StartedSession } from './sessions.ts';

/** A person who just signed in or up. */
export interface SignedInAccount {
  readonly account: Account;
  readonly session: StartedSession;
}

/** Sets the session cookie and, without a chosen language, the account's language cookie; returns the account view. */
export function answerSignedIn(
  call: Pick<Call, 'setSession' | 'setLanguage' | 'langChosen'>,
  { account, session }: SignedInAccount,
  settings: AccountViewSettings,
): AccountView {
  call.setSession(session.token, session.expiresAt);
  if (!call.langChosen) call.setLanguage(account.language);
  return accountView(account, { verifiedUntil: null, at: session.startedAt, ...viewSettings(settings) });
}
