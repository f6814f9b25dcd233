import { sessionEndpoints } from '#contract/endpoints/session.ts';
import { call } from '#web/lib/api.ts';
import { appConfig } from '#web/lib/app-config.ts';
import { navigate } from '#web/lib/navigation.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';

/** Tells this browser's other tabs that the account is gone. */
const channelName = 'sign-out';

/** A neighbour host that does not answer must not hold the person back. */
const hostTimeoutMs = 3000;

/** What forgets the account's data: the cache of the signed-in area. */
type Forget = () => void;

/**
 * Ends the session here, then at the configured login and identity hosts (spec 4, contract 5: with credentials, failures ignored), forgets
 * what was loaded and shows /logout. A session that was already over counts as ended.
 * @throws {RefusalError} when the server was not reached or did not do it: the person is still signed in and must know.
 */
export async function signOut(forget: Forget): Promise<void> {
  await endSession();
  await Promise.all([leaveHost(appConfig().hosts.loginLogout), leaveHost(appConfig().hosts.identityLogout)]);
  tellOtherTabs();
  leave(forget);
}

/** Leads the account pages in this browser's other tabs away: the session is over. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Follows a sign-out in another tab. Returns the function that stops listening. */
export function followSignOut(forget: Forget): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', () => leave(forget));
  return () => channel.close();
}

/** Replaces the page in history, so that Back does not come to a page of the account. */
function leave(forget: Forget): void {
  forget();
  navigate('/logout', { replace: true });
}

async function endSession(): Promise<void> {
  try {
    await call(sessionEndpoints.signOut, { body: {} });
  } catch (error) {
    const alreadyOver = error instanceof RefusalError && (error.refusal === 'unauthorised' || error.refusal === 'overtime');
    if (!alreadyOver) throw error;
  }
}

async function leaveHost(address: string): Promise<void> {
  if (address === '') return;
  // Its answer says nothing to us, so that it need not allow our origin to read it.
  await fetch(address, { mode: 'no-cors', credentials: 'include', signal: AbortSignal.timeout(hostTimeoutMs) }).catch(() => undefined);
}
