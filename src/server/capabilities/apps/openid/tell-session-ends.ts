import type { AdapterPayload } from 'oidc-provider';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import type { EndedSession } from '#server/core/apps/openid/records.repository.ts';
import { hour, minute, second } from '#server/platform/clock.ts';
import { endToldSession, leaseSessionEnd } from '#server/core/apps/openid/records.guarded.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Store } from '#server/core/store.ts';
import type { Openid } from './openid.ts';

export interface TellSessionEndsDeps {
  readonly store: Store;
  readonly journal: Journal;
  readonly apps: Apps;
  readonly openid: Openid;
}

interface BackchannelClient {
  backchannelLogout(accountId: string, sid: string): Promise<void>;
}

/** Delays of the tries after a failed one; after the last the app is not told. */
const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour] as const;
const batch = 20;
/** Sessions of the provider that are looked through in one go, of many people or few. */
const pageLength = 1000;

/**
 * Tells apps that a session has ended (OpenID Connect Back-Channel Logout 1.0), for any reason: sign-out, removal, a
 * new password, a lock, its time. The provider's sessions without a live browser session are the queue, so a crash
 * loses nothing. Looks through all of them; returns the number of told and abandoned ones.
 */
export async function tellSessionEnds(deps: TellSessionEndsDeps): Promise<number> {
  let done = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: TellingPage = await tellPage(deps, after);
    done += page.done;
    after = page.next;
  }
  return done;
}

interface TellingPage {
  readonly done: number;
  /** Where the next page begins; undefined after the last one. */
  readonly next: string | undefined;
}

/** Tells apps of the ended sessions in one page of the provider's sessions. */
async function tellPage(deps: TellSessionEndsDeps, after: string): Promise<TellingPage> {
  const at = deps.store.clock.now();
  const { records } = deps.apps;
  const upTo = await records.pageEnd({ after, length: pageLength });
  const done = await tellWhole(deps, at, () => records.deadSessions({ at, after, upTo, limit: batch }));
  return { done, next: upTo };
}

/** Tells apps of all that `look` finds, a batch at a time. */
async function tellWhole(deps: TellSessionEndsDeps, at: number, look: () => Promise<readonly EndedSession[]>): Promise<number> {
  let done = 0;
  for (;;) {
    const ended = await look();
    done += await tell(deps, { at, ended });
    if (ended.length < batch) return done;
  }
}

/** Tells the apps of each session that no other process handles. Returns the number of sessions that are done: told or given up. */
async function tell(
  { store: { db, keyring }, journal: { log }, openid }: TellSessionEndsDeps,
  { at, ended }: { readonly at: number; readonly ended: readonly EndedSession[] },
): Promise<number> {
  let done = 0;
  for (const { id, sealed, tries } of ended) {
    if (!(await leaseSessionEnd(db, { id, at, until: at + (waits[tries] ?? hour) }))) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed only by the adapter
    const session = JSON.parse(keyring.open('openid:Session', sealed)) as AdapterPayload;
    const provider = await openid.provider();
    let failed = 0;
    for (const [clientId, { sid }] of Object.entries(session.authorizations ?? {})) {
      const client = await provider.Client.find(clientId).catch(() => undefined);
      if (client?.backchannelLogoutUri === undefined || sid === undefined || session.accountId === undefined) continue;
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing in the library's types
        await (client as unknown as BackchannelClient).backchannelLogout(session.accountId, sid);
      } catch (error) {
        failed += 1;
        log.info(
          { client: clientId, reason: error instanceof Error ? error.message : 'unknown' },
          'an app could not be told of a sign-out',
        );
      }
    }
    if (failed > 0 && tries + 1 < waits.length) continue;
    await endToldSession(db, { id, at });
    done += 1;
  }
  return done;
}

/** Tells apps of ended sessions as they end, and periodically of those that another process has ended. */
export interface SessionEnds {
  readonly job: Job;
  /** Soon tells the apps of these sessions, which have just ended. Does not wait. */
  poke(sessions: readonly string[]): void;
  /** Ignores later pokes, and resolves when no app is being told because of an earlier one. */
  close(): Promise<void>;
}

/** The delay after a poke: an act that ends several sessions is answered first. */
const pokeMs = 25;
/** Other processes have other clocks, and the end of a session is seen when its transaction is committed. */
const slackMs = minute;
/** Pages of one run of the job. */
const pagesAtOnce = 5;

export function createSessionEnds(deps: TellSessionEndsDeps): SessionEnds {
  const {
    store: { clock },
    journal: { log },
    apps: { records },
  } = deps;
  let lookedAt = clock.now();
  let after = '';
  let poked: NodeJS.Timeout | undefined;
  let ended: string[] = [];
  let telling: Promise<void> = Promise.resolve();
  let closed = false;

  async function tellPoked(sessions: readonly string[]): Promise<void> {
    try {
      const at = clock.now();
      for (const session of sessions) await tell(deps, { at, ended: await records.endedOf({ at, session }) });
    } catch (error) {
      log.error({ err: error }, failure);
    }
  }

  /** Tells of the sessions that any process has ended lately. */
  async function tellLately(): Promise<number> {
    const at = clock.now();
    const since = Math.min(at, lookedAt) - slackMs;
    const done = await tellWhole(deps, at, () => records.endedSessions({ at, since, limit: batch }));
    lookedAt = at;
    return done;
  }

  /** Tells of the sessions that ended without a poke: by a lock, by their time, or while no process ran. */
  async function tellSome(): Promise<number> {
    let done = 0;
    for (let pages = 0; pages < pagesAtOnce; pages += 1) {
      const page = await tellPage(deps, after);
      done += page.done;
      after = page.next ?? '';
      if (after === '') break;
    }
    return done;
  }

  return {
    job: {
      everyMs: 10 * second,
      removes: { rows: 'because their app was told', held: 'stay' },
      failure,
      run: async () => (await tellLately()) + (await tellSome()),
    },
    poke(sessions) {
      if (closed) return;
      ended.push(...sessions);
      poked ??= setTimeout(() => {
        poked = undefined;
        const now = ended;
        ended = [];
        telling = Promise.all([telling, tellPoked(now)]).then(() => undefined);
      }, pokeMs).unref();
    },
    async close() {
      closed = true;
      clearTimeout(poked);
      await telling;
    },
  };
}

const failure = 'telling apps of ended sessions failed';
