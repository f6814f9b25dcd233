import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';
import { describeUserAgent } from '#server/platform/http/requests/user-agent.ts';
import { signInEvents, type ActivityEntry } from '#server/core/protection/activity/activity.ts';
import { sessionInTrail } from '#server/core/protection/audit/audit-entry.ts';
import { browserName } from './browser-name.ts';
import type { BrowserSession, Devices } from './devices.repository.ts';

export interface StillSignedInDeps {
  readonly store: Pick<Store, 'db' | 'clock' | 'keyring'>;
  readonly apps: { readonly devices: Pick<Devices, 'browsers'> };
}

/** Sign-ins that are looked at. A session whose sign-in is older counts as renewed. */
const latest = 40;

/**
 * Which browser of the list of devices is signed in by a sign-in still; '' where it is not. A session that was renewed
 * after a proof has no separate sign-in: it counts for the sign-ins before it in such a browser, so that nobody who is
 * signed in is called gone.
 */
export async function stillSignedIn(
  { store: { db, clock, keyring }, apps }: StillSignedInDeps,
  { accountId, account }: Session,
): Promise<(entry: ActivityEntry) => string> {
  const live = await apps.devices.browsers({ accountId, credentialEpoch: account.credentialEpoch, at: clock.now() });
  if (live.length === 0) return () => '';
  const recent = await db
    .q()
    .selectFrom('activity')
    .select('id')
    .where('account_id', '=', accountId)
    .where('event', 'in', signInEvents)
    .orderBy('at', 'desc')
    .limit(latest)
    .execute();
  const ids = recent.map(({ id }) => id);
  const begun = ids.length === 0 ? [] : await db.q().selectFrom('audit').select('session').where('id', 'in', ids).execute();
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
