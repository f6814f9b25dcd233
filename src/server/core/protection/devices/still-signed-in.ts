import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';
import { minute } from '#server/platform/clock.ts';
import { describeUserAgent } from '#server/platform/http/requests/user-agent.ts';
import { signInEvents, type ActivityEntry } from '#server/core/protection/activity/activity.ts';
import { sessionInTrail } from '#server/core/protection/audit/audit-entry.ts';
import { browserName } from './browser-name.ts';
import type { BrowserSession, Devices } from './devices.repository.ts';

export interface StillSignedInDeps {
  readonly store: Pick<Store, 'db' | 'clock' | 'keyring'>;
  readonly apps: { readonly devices: Pick<Devices, 'browsers'> };
}

/**
 * Which browser of the list of devices is signed in by a sign-in still; '' where it is not. A session that was renewed
 * after a proof has no sign-in of its own: it counts for the sign-ins before it in such a browser, so that nobody who is
 * signed in is called gone.
 */
export async function stillSignedIn(
  { store: { db, clock, keyring }, apps }: StillSignedInDeps,
  { accountId, account }: Session,
): Promise<(entry: ActivityEntry) => string> {
  const live = await apps.devices.browsers({ accountId, credentialEpoch: account.credentialEpoch, at: clock.now() });
  if (live.length === 0) return () => '';
  const begun = await db
    .q()
    .selectFrom('activity')
    .innerJoin('audit', 'audit.id', 'activity.id')
    .select('audit.session')
    .where('activity.account_id', '=', accountId)
    // A sign-in is written beside its session: earlier ones began none that lives.
    .where('activity.at', '>=', Math.min(...live.map(({ startedAt }) => startedAt)) - minute)
    .where('activity.event', 'in', signInEvents)
    .where('audit.session', 'in', live.map(inTrail))
    .execute();
  const withSignIn = new Set(begun.map(({ session }) => session));
  const renewed = live.filter((one) => !withSignIn.has(inTrail(one)));
  return (entry) => {
    if (!signInEvents.includes(entry.event)) return '';
    const found = live.find((one) => inTrail(one) === entry.session) ?? renewed.find((one) => follows(one, entry));
    return found === undefined ? '' : browserName(keyring, found.sessionId);
  };
}

/** The beginning of its id, as the trail has it. */
function inTrail({ sessionId }: BrowserSession): string {
  return sessionId.slice(0, sessionInTrail);
}

function follows({ userAgent, startedAt }: BrowserSession, { at, browser, os }: ActivityEntry): boolean {
  const seen = describeUserAgent(userAgent);
  return startedAt >= at && seen.name === browser && seen.os === os;
}
