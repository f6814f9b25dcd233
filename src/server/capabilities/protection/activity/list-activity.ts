import { activityDays, activityEvents, activityPage, type ActivityGroup } from '#contract/protection/activity/activity.words.ts';
import { riskSignals, type RiskSignal } from '#contract/protection/activity/risk.words.ts';
import { listActivity, type ActivityEntry } from '#server/core/protection/activity/activity.ts';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';
import { pageOf, positionOf } from '#server/core/protection/activity/page-cursor.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import type { UsedApps } from '#server/core/protection/devices/used-apps.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { isByStaff } from '#server/core/protection/audit/without-staff.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import { nowhere, type Place, type PlaceOf } from '#server/platform/geo/places.ts';

export interface ListActivityDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly apps: Pick<UsedApps, 'clients'>;
  readonly placeOf: PlaceOf;
}

/** An event in the language of the caller. `at` is in milliseconds. */
export interface ShownActivity extends Pick<ActivityEntry, 'id' | 'at' | 'event' | 'count' | 'browser' | 'os'> {
  readonly platform: string;
  readonly app: string;
  readonly location: Place;
  readonly address: string;
  readonly because: RiskSignal[];
  readonly current: boolean;
}

export interface ActivityQuery {
  readonly cursor?: string;
  readonly group?: ActivityGroup;
}

/** One page of the events of the session's account, newest first. `next` is '' at the end. */
export async function listOwnActivity(
  deps: ListActivityDeps,
  { session, visit }: { readonly session: Session; readonly visit: Pick<Visit, 'browser' | 'lang'> },
  { cursor, group }: ActivityQuery,
): Promise<{ readonly items: readonly ShownActivity[]; readonly next: string }> {
  const found = await listActivity(deps.store.db, {
    accountId: session.accountId,
    since: deps.store.clock.now() - activityDays * day,
    before: positionOf(cursor),
    events: activityEvents(group),
  });
  const { page, next } = pageOf(found, activityPage);
  const nameOf = appNames(deps, visit);
  return {
    items: await Promise.all(page.map((entry) => shown(entry, { nameOf, visit, placeOf: deps.placeOf }))),
    next,
  };
}

type NameOf = (clientId: string) => Promise<string>;

/** The names of apps in the caller's language; each is looked up once. '' for an app that is gone. */
function appNames({ apps: { clients } }: ListActivityDeps, { lang }: Pick<Visit, 'lang'>): NameOf {
  const known = new Map<string, Promise<string>>();
  return (id) => {
    const name = known.get(id) ?? clients.find(id).then((client) => client?.name[lang] ?? '');
    known.set(id, name);
    return name;
  };
}

async function shown(
  { id, at, event, count, browser, os, knownBrowser, clientIp: from, detail }: ActivityEntry,
  { nameOf, visit, placeOf }: { readonly nameOf: NameOf; readonly visit: Pick<Visit, 'browser' | 'lang'>; readonly placeOf: PlaceOf },
): Promise<ShownActivity> {
  const { client = '', platform = '', because = '' } = detailTexts(detail);
  // Where a member of staff sits is nobody's business.
  const clientIp = isByStaff(detail) ? '' : from;
  return {
    id,
    at,
    event,
    count,
    browser,
    os,
    platform,
    app: client === '' ? '' : await nameOf(client),
    location: clientIp === '' ? nowhere : placeOf(clientIp, visit.lang),
    address: clientIp === '' ? '' : maskIp(clientIp),
    because: riskSignals.filter((signal) => because.split(' ').includes(signal)),
    current: knownBrowser !== '' && knownBrowser === visit.browser,
  };
}
