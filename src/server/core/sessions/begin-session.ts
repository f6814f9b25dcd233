import type { AccountView } from '#contract/schemas/account.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { accountView, type AccountViewSettings } from '#server/core/accounts/account-view.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { Sessions, StartedSession } from './sessions.ts';
import type { Visit } from './visit.ts';

/** Somebody who has just signed in or up. */
export interface SignedInAccount {
  readonly account: Account;
  readonly session: StartedSession;
}

/**
 * Signs a browser in to an account, in the caller's transaction: a session of its own, never one that was there before, and the
 * browser is known to the account from now on.
 */
export async function beginSession(
  { sessions, accounts }: { readonly sessions: Sessions; readonly accounts: Accounts },
  { account, visit, at }: { readonly account: Account; readonly visit: Visit; readonly at: number },
): Promise<StartedSession> {
  if (visit.sessionToken !== undefined) await sessions.endByToken(visit.sessionToken);
  await accounts.knowBrowser(account.id, visit.rememberBrowser(), at);
  const { address, userAgent } = visit;
  return sessions.start({ accountId: account.id, credentialEpoch: account.credentialEpoch, address, userAgent });
}

/** Puts the session into the answer's cookies and, where no language was chosen, the account's; returns the account as it is shown. */
export function answerSignedIn(
  call: Pick<Call, 'setSession' | 'setLanguage' | 'langChosen'>,
  { account, session }: SignedInAccount,
  { nicknamePeriodMs }: AccountViewSettings,
): AccountView {
  call.setSession(session.token, session.expiresAt);
  if (!call.langChosen) call.setLanguage(account.language);
  return accountView(account, { verifiedUntil: null, at: session.startedAt, nicknamePeriodMs });
}
