import { isQuestion, suggestionsAtOnce } from '#contract/protection/checkup/advice.words.ts';
import { activityEvents } from '#contract/protection/activity/activity.words.ts';
import { staffEvents } from '#contract/vocabulary/staff-events.ts';
import type { DataOf } from '#contract/schema.ts';
import type { checkupSchemas } from '#contract/protection/checkup/checkup.schemas.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import { activityView, type ActivityViewDeps, type ShownActivity } from '#server/core/protection/checkup/activity-view.ts';
import { listActivity, signInEvents, type ActivityEntry } from '#server/core/protection/activity/activity.ts';
import { alarmAnswers, openAlarms } from '#server/core/protection/checkup/alarms.ts';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';
import { listRests } from '#server/core/protection/checkup/checkup-rests.repository.ts';
import type { UsedApps } from '#server/core/protection/devices/used-apps.ts';
import { isByStaff } from '#server/core/protection/audit/without-staff.ts';
import { accountClaims } from '#server/core/account/account-view/account-view.ts';
import { addedLately } from '#server/core/sign-in/ways/added-lately.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { longPeriodMs } from '#server/core/sign-in/ways/way.ts';
import { day } from '#server/platform/clock.ts';
import { recommend, type Used } from './recommend.ts';

export interface ShowCheckupDeps extends ActivityViewDeps {
  readonly identity: Pick<Identity, 'ways'>;
  readonly evidence: Pick<Evidence, 'claims'>;
  readonly apps: Pick<UsedApps, 'clients' | 'consents' | 'devices'>;
}

interface Asked {
  readonly session: Session;
  readonly visit: Pick<Visit, 'lang' | 'browser'>;
}

type Shown = DataOf<(typeof checkupSchemas)['showCheckup']>;

type Item = Shown['items'][number];

/** A new account has no suggestions. */
const quietMs = day;

/** Staff that looked so lately is named. */
const staffMs = 30 * day;

const bare = { name: '', lastUsedAt: '', left: 0, event: null, claim: null } as const;

/** Every question of the session's account, then the most important suggestions that it has not put off. */
export async function showCheckup(deps: ShowCheckupDeps, asked: Asked): Promise<Shown> {
  const { session, visit } = asked;
  const { db, clock } = deps.store;
  const { account, accountId } = session;
  const now = clock.now();
  const show = await activityView(deps, { accountId, visit });
  const alarms = await openAlarms(db, { accountId, browser: visit.browser, now });
  const resting: readonly string[] = await listRests(db, { accountId, at: now });
  const found = recommend({
    account,
    ways: (await deps.identity.ways.of(account)).own,
    reviews: addedLately(account, now).length > 0,
    apps: await appsOf(deps, session, visit),
    devices: await devicesOf(deps, session),
    now,
  }).map(({ advice, action, about }): Item => ({
    ...bare,
    advice,
    action,
    name: about?.name ?? '',
    lastUsedAt: about === undefined ? '' : iso(about.lastUsedAt),
    left: account.recoveryCodes.left,
  }));
  const isNew = now < account.createdAt + quietMs;
  const suggestions = isNew ? [] : found.filter(({ advice }) => !isQuestion(advice) && !resting.includes(advice));
  return {
    items: [
      ...(await claimsOf(deps, asked, now)),
      ...(await Promise.all(
        alarms.map(async (alarm): Promise<Item> => ({ ...bare, advice: 'answer', action: 'sayMe', event: await show(alarm) })),
      )),
      ...found.filter(({ advice }) => isQuestion(advice)),
      ...suggestions.slice(0, suggestionsAtOnce),
    ],
    ...(await latestOf(deps, asked, show)),
  };
}

/**
 * The requests that wait and that the owner has not called their own. An answer of the browser that made the request, which
 * may be the thief's, hides it there and nowhere else.
 */
async function claimsOf(
  { store: { db }, evidence: { claims } }: ShowCheckupDeps,
  { session: { account, accountId }, visit }: Asked,
  now: number,
): Promise<Item[]> {
  if (account.openClaims.length === 0) return [];
  const answers = await alarmAnswers(db, { accountId, now });
  const opened = await listActivity(db, { accountId, since: now - longPeriodMs, before: undefined, events: ['claim.opened'] });
  const openerOf = (id: string) => opened.find(({ detail }) => detailTexts(detail)['claim'] === id)?.knownBrowser;
  const asked = accountClaims(account).filter(
    ({ id }) => !answers.some((answer) => answer.id === id && (answer.browser === visit.browser || answer.browser !== openerOf(id))),
  );
  const items = asked.map(async (claim): Promise<Item> => {
    const { at, place } = (await claims.find(claim.id)) ?? { at: now, place: '' };
    return { ...bare, advice: 'claim', action: 'stopClaim', claim: { ...claim, at: iso(at), place } };
  });
  return Promise.all(items);
}

type Show = (entry: ActivityEntry) => Promise<ShownActivity>;

/** The last sign-in of another browser, the last event, and the last look of staff. */
async function latestOf(
  { store: { db, clock } }: ShowCheckupDeps,
  { session: { accountId }, visit }: Asked,
  show: Show,
): Promise<Pick<Shown, 'lastSignIn' | 'latestAt' | 'staffAt'>> {
  const wanted = { accountId, before: undefined };
  const since = clock.now() - staffMs;
  const signIns = await listActivity(db, { ...wanted, since, events: signInEvents });
  const elsewhere = signIns.find(({ knownBrowser }) => knownBrowser !== (visit.browser ?? ''));
  const [latest] = await listActivity(db, { ...wanted, since, events: activityEvents() });
  const looks = await listActivity(db, { ...wanted, since, events: staffEvents });
  const look = looks.find(({ detail }) => isByStaff(detail));
  return {
    lastSignIn: elsewhere === undefined ? null : await show(elsewhere),
    latestAt: latest === undefined ? '' : iso(latest.at),
    staffAt: look === undefined ? '' : iso(look.at),
  };
}

/** Apps that may use the account while the person is away. */
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

function iso(at: number): string {
  return new Date(at).toISOString();
}
