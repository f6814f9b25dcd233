import { riskSignals, type RiskSignal } from '#contract/protection/activity/risk.words.ts';
import type { UsedApps } from '#server/core/protection/devices/used-apps.ts';
import { isByStaff } from '#server/core/protection/audit/without-staff.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { nowhere, type Place, type PlaceOf } from '#server/platform/geo/places.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import { byLength, type ActivityEntry } from '#server/core/protection/activity/activity.ts';
import { alarmAnswers, askedBrowser, asksNow, isAlarm, isAnswered } from './alarms.ts';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';

export interface ActivityViewDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly apps: Pick<UsedApps, 'clients'>;
  readonly placeOf: PlaceOf;
}

/** An event in the language of the caller. Times are ISO 8601. */
export interface ShownActivity extends Pick<ActivityEntry, 'id' | 'event' | 'count' | 'browser' | 'os'> {
  readonly at: string;
  readonly platform: string;
  readonly app: string;
  readonly clientID: string;
  readonly by: string;
  readonly location: Place;
  readonly address: string;
  readonly because: RiskSignal[];
  readonly current: boolean;
  readonly asks: boolean;
  readonly isOwn: boolean;
}

/** Shows events of an account to its owner. */
export async function activityView(
  { store: { db, clock }, apps: { clients }, placeOf }: ActivityViewDeps,
  { accountId, visit }: { readonly accountId: string; readonly visit: Pick<Visit, 'browser' | 'lang'> },
): Promise<(entry: ActivityEntry) => Promise<ShownActivity>> {
  const now = clock.now();
  const answers = await alarmAnswers(db, { accountId, now });
  const asking = { asked: await askedBrowser(db, { accountId, browser: visit.browser }), now, answers };
  const names = new Map<string, Promise<string>>();
  /** In the caller's language, each looked up once; '' for an app that is gone. */
  const nameOf = (id: string): Promise<string> => {
    const name = names.get(id) ?? clients.find(id).then((client) => client?.name[visit.lang] ?? '');
    names.set(id, name);
    return name;
  };
  return async (entry) => {
    const { id, at, event, count, browser, os, knownBrowser, detail } = entry;
    const { client = '', platform = '', because = '' } = detailTexts(detail);
    // Where a member of staff sits is nobody's business.
    const clientIp = isByStaff(detail) ? '' : entry.clientIp;
    const app = client === '' ? '' : await nameOf(client);
    return {
      id,
      at: new Date(at).toISOString(),
      event,
      count,
      browser,
      os,
      platform,
      app,
      clientID: app === '' ? '' : client,
      by: knownBrowser.slice(0, byLength),
      location: clientIp === '' ? nowhere : placeOf(clientIp, visit.lang),
      address: clientIp === '' ? '' : maskIp(clientIp),
      because: riskSignals.filter((signal) => because.split(' ').includes(signal)),
      current: knownBrowser !== '' && knownBrowser === visit.browser,
      asks: asksNow(entry, asking),
      isOwn: isAlarm(entry) && isAnswered(entry, answers),
    };
  };
}
