import { sessionEndpoints } from '#contract/sign-in/sign-in/session.ts';
import { call } from '#web/lib/api/api.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { navigate } from '#web/lib/page/router.ts';
import { changePerson } from '#web/lib/person/person-state.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';

/** A neighbor host without an answer must not delay the person. */
const hostTimeoutMs = 3000;

/**
 * Ends the session here, which empties this browser's tabs, then at the configured login and identity hosts (spec 4,
 * contract 5: with credentials, failures ignored). Replaces the page with /logout, so that Back leads to no account
 * page. An expired session counts as ended. With `devices` the desktops go along that this browser has signed in.
 * @throws {RefusalError} if the server was unreachable or failed: the person is still signed in and must know.
 */
export async function signOut({ devices = false }: { readonly devices?: boolean } = {}): Promise<void> {
  await endSession(devices);
  await Promise.all([leaveHost(appConfig().hosts.loginLogout), leaveHost(appConfig().hosts.identityLogout)]);
  navigate('/logout', { replace: true });
}

async function endSession(devices: boolean): Promise<void> {
  try {
    await call(sessionEndpoints.signOut, { body: devices ? { devices } : {} });
  } catch (error) {
    const alreadyOver = isRefusal(error, 'unauthorized', 'overtime');
    if (!alreadyOver) throw error;
    changePerson('ends');
  }
}

async function leaveHost(address: string): Promise<void> {
  if (address === '') return;
  // The response is not needed, so the host need not allow our origin to read it.
  await fetch(address, { mode: 'no-cors', credentials: 'include', signal: AbortSignal.timeout(hostTimeoutMs) }).catch(() => undefined);
}
