import { activityPage, type ActivityEvent } from '#contract/protection/activity/activity.words.ts';
import type { Db } from '#server/core/database/db.ts';
import { describeUserAgent } from '#server/platform/http/requests/user-agent.ts';
import { hour } from '#server/platform/clock.ts';
import { countAttempt } from './activity.guarded.ts';

/** An event that an account may see, or a refused sign-in, which is counted. */
export type NotedEvent = ActivityEvent | 'sign-in.refused';

/** An event of the audit trail with the browser behind it. */
export interface NewActivity {
  /** Id of the event in the trail. */
  readonly id: string;
  readonly accountId: string;
  readonly at: number;
  readonly event: NotedEvent;
  readonly userAgent: string;
  /** Hash of the known-browser cookie, or ''. */
  readonly browser: string;
}

/** An event as its account sees it. Times are milliseconds. */
export interface ActivityEntry {
  readonly id: string;
  readonly at: number;
  readonly event: ActivityEvent;
  readonly count: number;
  readonly browser: string;
  readonly os: string;
  readonly knownBrowser: string;
  /** The beginning of the session's id, or ''. */
  readonly session: string;
  /** '' where the trail has no client IP any more. */
  readonly clientIp: string;
  /** JSON of the trail, or ''. */
  readonly detail: string;
}

export interface ActivityPosition {
  readonly at: number;
  readonly id: string;
}

export interface Activity {
  /** Adds an event that its account may see, in the transaction of the event. */
  note(event: NewActivity): Promise<void>;
}

export function createActivity(db: Db): Activity {
  const insert = db.prepare<
    {
      readonly id: string;
      readonly account_id: string;
      readonly at: number;
      readonly event: string;
      readonly browser: string;
      readonly os: string;
      readonly known_browser: string;
    },
    unknown
  >((q, param) =>
    q.insertInto('activity').values({
      id: param('id'),
      account_id: param('account_id'),
      at: param('at'),
      event: param('event'),
      browser: param('browser'),
      os: param('os'),
      known_browser: param('known_browser'),
      count: 1,
    }),
  );

  return {
    async note({ id, accountId, at, event, userAgent, browser }) {
      if (event === 'sign-in.refused') {
        // One row an hour: a stranger cannot fill the page.
        const row = `${accountId} ${Math.floor(at / hour)}`;
        await countAttempt(db, { id: row, account_id: accountId, at, event: 'sign-in.failures' });
        return;
      }
      const { name, os } = describeUserAgent(userAgent);
      await insert({ id, account_id: accountId, at, event, browser: name, os, known_browser: browser });
    },
  };
}

/** Events by which a session begins. */
export const signInEvents: readonly ActivityEvent[] = [
  'sign-in.password',
  'sign-in.code',
  'sign-in.social',
  'sign-in.passkey',
  'sign-in.qr',
];

interface WantedActivity {
  readonly accountId: string;
  readonly since: number;
  readonly before: ActivityPosition | undefined;
  readonly events: readonly ActivityEvent[];
  /** Only the event with this id. */
  readonly id?: string | undefined;
  /** Only events of one browser, by the beginning of its hash. */
  readonly by?: string | undefined;
}

/** Characters of the hash that are enough to tell the browsers of one account apart. */
export const byLength = 12;

/** The query of a page. @internal */
export function activityQuery(db: Db, { accountId, since, before, events, id, by }: WantedActivity) {
  const all = db
    .q()
    .selectFrom('activity')
    .leftJoin('audit', 'audit.id', 'activity.id')
    .select([
      'activity.id',
      'activity.at',
      'activity.event',
      'activity.count',
      'activity.browser',
      'activity.os',
      'activity.known_browser',
      'audit.client_ip',
      'audit.session',
      'audit.detail',
    ])
    .where('activity.account_id', '=', accountId)
    .where('activity.at', '>=', since)
    .where('activity.event', 'in', events)
    .orderBy('activity.at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(activityPage + 1);
  const ofBrowser =
    by === undefined
      ? all
      : all.where((eb) => eb(eb.fn<string>('substr', ['activity.known_browser', eb.lit(1), eb.lit(byLength)]), '=', by));
  const query = id === undefined ? ofBrowser : ofBrowser.where('activity.id', '=', id);
  return before === undefined
    ? query
    : query.where((eb) => eb(eb.refTuple('activity.at', 'activity.id'), '<', eb.tuple(before.at, before.id)));
}

/** The events of an account before a position, newest first: one more than a page, if there are more. */
export async function listActivity(db: Db, wanted: WantedActivity): Promise<readonly ActivityEntry[]> {
  const found = await activityQuery(db, wanted).execute();
  return found.flatMap(({ id, at, event, count, browser, os, known_browser: knownBrowser, session, client_ip: clientIp, detail }) => {
    const known = wanted.events.find((each) => each === event);
    return known === undefined
      ? []
      : [
          {
            id,
            at,
            event: known,
            count,
            browser,
            os,
            knownBrowser,
            session: session ?? '',
            clientIp: clientIp ?? '',
            detail: detail ?? '',
          },
        ];
  });
}
