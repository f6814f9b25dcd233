import type { AdapterPayload } from 'oidc-provider';
import type { Journal } from '#server/core/journal/journal.ts';
import type { Apps } from '#server/core/openid/apps.ts';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import { leaseSessionEnd } from '#server/core/openid/records.guarded.ts';
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

/**
 * Tells apps that a session has ended (OpenID Connect Back-Channel Logout 1.0), for any reason: sign-out, removal, a
 * new password, a lock. The provider's sessions without a live browser session are the queue, so a crash loses nothing.
 * `all` includes expired sessions and those of locked accounts. Returns the number of told and abandoned ones.
 */
export async function tellSessionEnds(deps: TellSessionEndsDeps, { all = false } = {}): Promise<number> {
  const {
    store: { db, clock, keyring },
    journal: { log },
    apps: { records },
    openid,
  } = deps;
  const at = clock.now();
  let done = 0;
  const ended = all ? records.deadSessions({ at, limit: batch }) : records.endedSessions({ at, since: at - day, limit: batch });
  for (const { id, sealed, tries } of await ended) {
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
    await records.remove({ model: 'Session', id });
    done += 1;
  }
  return done;
}

/** Tells apps of ended sessions as they end, and periodically of those that another process has ended. */
export interface SessionEnds {
  readonly job: Job;
  /** Looks for ended sessions shortly. Does not wait. */
  poke(): void;
  /** Ignores later pokes, and resolves when no app is being told because of an earlier one. */
  close(): Promise<void>;
}

/** The delay after a poke: an act that ends several sessions is answered first. */
const pokeMs = 25;

export function createSessionEnds(deps: TellSessionEndsDeps): SessionEnds {
  const { log } = deps.journal;
  let looks = 0;
  let poked: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();
  let closed = false;

  async function tell(): Promise<void> {
    try {
      while ((await tellSessionEnds(deps)) === batch);
    } catch (error) {
      log.error({ err: error }, failure);
    }
  }

  return {
    job: {
      everyMs: 10 * second,
      failure,
      // Every ten minutes for all dead ones.
      run() {
        looks += 1;
        return tellSessionEnds(deps, { all: looks % 60 === 0 });
      },
    },
    poke() {
      if (closed) return;
      poked ??= setTimeout(() => {
        poked = undefined;
        telling = Promise.all([telling, tell()]).then(() => undefined);
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
