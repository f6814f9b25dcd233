import { limits } from '#contract/limits.ts';
import type { endReasons } from '#contract/apps/desktop/desktop.schemas.ts';
import type { Db } from '#server/core/database/db.ts';
import { second } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/ids.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readDesktops, type DesktopRow } from './desktop.repository.ts';

/** State of its account for a desktop. */
export interface DesktopState {
  readonly signedIn: boolean;
  readonly reason: (typeof endReasons)[number] | null;
  readonly profileVersion: string;
  readonly settingsVersion: string;
  readonly programsVersion: string;
}

/** A state with its mark. */
export interface MarkedState {
  readonly state: DesktopState;
  readonly etag: string;
}

interface Wait {
  readonly deviceId: string;
  readonly accountId: string;
  readonly etag: string;
  readonly answer: (found: MarkedState | undefined) => void;
}

/** How often an instance looks for changes that came from another one. */
const lookMs = 3 * second;
/** Desktops in one query. */
const atOnce = 500;

/**
 * Desktops that wait for news, one call for each. Changes of this instance end a wait after their commit; those of others
 * within seconds, by one query for all that wait.
 */
export interface DesktopWaits {
  /** The state now; undefined for a device that is gone. */
  read(deviceId: string): Promise<MarkedState | undefined>;
  /**
   * Waits until the state has another mark. Undefined when the time is over, or a newer call of the device came.
   * @throws {Refusal} unavailable where too many wait, tooManyRequests for an account with too many
   */
  wait(of: {
    readonly deviceId: string;
    readonly accountId: string;
    readonly etag: string;
    readonly ms: number;
  }): Promise<MarkedState | undefined>;
  /** Looks again for the desktops of an account. */
  wake(accountId: string): void;
  /** Ends all waits, before the server stops, and takes no more. */
  close(): void;
}

/** More waits than an instance bears: a desktop asks once a minute then. */
const retryAfter = 60;

export function createDesktopWaits({ db, log }: { readonly db: Db; readonly log: Pick<Log, 'warn'> }): DesktopWaits {
  const waits = new Map<string, Wait>();
  const ofAccounts = new Map<string, Set<Wait>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function end(wait: Wait, found: MarkedState | undefined): void {
    if (waits.get(wait.deviceId) === wait) waits.delete(wait.deviceId);
    const own = ofAccounts.get(wait.accountId);
    own?.delete(wait);
    if (own?.size === 0) ofAccounts.delete(wait.accountId);
    wait.answer(found);
    if (waits.size > 0 || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
  }

  async function look(which: readonly Wait[]): Promise<void> {
    for (let from = 0; from < which.length; from += atOnce) {
      const part = which.slice(from, from + atOnce);
      const rows = new Map(
        (
          await readDesktops(
            db,
            part.map(({ deviceId }) => deviceId),
          )
        ).map((row) => [row.id, row]),
      );
      for (const wait of part) {
        const found = stateOf(rows.get(wait.deviceId));
        if (found.etag !== wait.etag) end(wait, found);
      }
    }
  }

  async function lookSoon(which: readonly Wait[]): Promise<void> {
    await look(which).catch((error: unknown) => log.warn({ error }, 'desktops that wait were not looked at'));
  }

  const lookAtAll = oneAtATime(() => lookSoon([...waits.values()]));

  return {
    async read(deviceId) {
      const [row] = await readDesktops(db, [deviceId]);
      return row && stateOf(row);
    },
    wait({ ms, ...of }) {
      if (isClosed) return Promise.resolve(undefined);
      const before = waits.get(of.deviceId);
      if (before !== undefined) end(before, undefined);
      if (waits.size >= limits.desktopWaits.instance) throw new Refusal('unavailable', { reason: 'all waits', retryAfter });
      const own = ofAccounts.get(of.accountId) ?? new Set();
      if (own.size >= limits.desktopWaits.account) throw new Refusal('tooManyRequests', { reason: 'waits of the account', retryAfter });
      return new Promise((resolve) => {
        const over = setTimeout(() => end(wait, undefined), ms);
        const wait: Wait = {
          ...of,
          answer(found) {
            clearTimeout(over);
            resolve(found);
          },
        };
        waits.set(of.deviceId, wait);
        ofAccounts.set(of.accountId, own.add(wait));
        timer ??= setInterval(lookAtAll, lookMs).unref();
        // The caller's knowledge may be old.
        void lookSoon([wait]);
      });
    },
    wake(accountId) {
      const own = ofAccounts.get(accountId);
      if (own !== undefined) void lookSoon([...own]);
    },
    close() {
      isClosed = true;
      for (const wait of waits.values()) end(wait, undefined);
    },
  };
}

/** On a slow database looks would pile up, and each would make the next one later. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isAtWork = false;
  return () => {
    if (isAtWork) return;
    isAtWork = true;
    void work().finally(() => (isAtWork = false));
  };
}

function stateOf(row: DesktopRow | undefined): MarkedState {
  const reason = reasonOf(row);
  const parts = row === undefined || reason !== null ? [] : [row.accountVersion, row.settingsVersion, row.programs, row.newestProgram];
  const [profile = '', settings = '', ...programs] = parts;
  const state = {
    signedIn: reason === null,
    reason,
    profileVersion: String(profile),
    settingsVersion: String(settings),
    programsVersion: programs.join('-'),
  };
  return { state, etag: `"${sha256(JSON.stringify(state)).slice(0, 22)}"` };
}

function reasonOf(row: DesktopRow | undefined): DesktopState['reason'] {
  if (row === undefined) return 'web';
  if (row.accountState === 'deleting' || row.accountState === 'purged') return 'deleted';
  if (row.accountState !== 'active') return 'frozen';
  if (row.ended) return 'web';
  return row.epoch === row.accountEpoch ? null : 'password';
}
