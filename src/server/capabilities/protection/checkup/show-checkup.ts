import { adviceAtOnce } from '#contract/protection/checkup/advice.words.ts';
import { addedLately } from '#server/core/sign-in/ways/added-lately.ts';
import { waitsForAnswer } from '#server/core/protection/activity/activity.ts';
import { listRests } from '#server/core/protection/checkup/checkup-rests.repository.ts';
import { linkRows } from '#server/core/sign-in/links/link-rows.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { UsedApps } from '#server/core/protection/devices/used-apps.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { recommend, type Recommendation, type Used } from './recommend.ts';

/** A notice can be answered for so long. */
const answerMs = linkRows.notice.lifeMs;

export interface ShowCheckupDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly identity: Pick<Identity, 'ways'>;
  readonly apps: Pick<UsedApps, 'clients' | 'consents' | 'devices'>;
}

/** The most important weak points of the session's account that it has not put off. */
export async function showCheckup(
  deps: ShowCheckupDeps,
  { session, visit }: { readonly session: Session; readonly visit: Pick<Visit, 'lang' | 'browser'> },
): Promise<readonly Recommendation[]> {
  const { account, accountId } = session;
  const now = deps.store.clock.now();
  const resting = await listRests(deps.store.db, { accountId, at: now });
  const found = recommend({
    account,
    ways: (await deps.identity.ways.of(account)).own,
    asks: await waitsForAnswer(deps.store.db, { accountId, browser: visit.browser ?? '', since: now - answerMs }),
    reviews: addedLately(account, now).length > 0,
    apps: await appsOf(deps, session, visit),
    devices: await devicesOf(deps, session),
    now,
  });
  return found.filter(({ advice }) => !resting.includes(advice)).slice(0, adviceAtOnce);
}

/** Those that may use the account while the person is away. */
async function appsOf(
  { apps: { consents, clients } }: ShowCheckupDeps,
  { accountId }: Session,
  { lang }: Pick<Visit, 'lang'>,
): Promise<readonly Used[]> {
  const offline = (await consents.list(accountId)).filter(({ scopes }) => scopes.includes('offline_access'));
  const named = offline.map(async ({ clientId, lastUsedAt }) => {
    const client = await clients.find(clientId);
    return client === undefined ? [] : [{ name: client.name[lang], lastUsedAt }];
  });
  return (await Promise.all(named)).flat();
}

async function devicesOf({ apps: { devices } }: ShowCheckupDeps, { accountId, account }: Session): Promise<readonly Used[]> {
  const all = await devices.list({ accountId, credentialEpoch: account.credentialEpoch });
  return all.map(({ name, model, lastSeenAt }) => ({ name: name || model, lastUsedAt: lastSeenAt }));
}
