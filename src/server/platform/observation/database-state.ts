import { second } from '#server/platform/clock.ts';
import { isFull, isUnavailable } from '#server/platform/db/unavailable.ts';
import { freeBytes, leastFreeBytes } from './free-bytes.ts';
import type { Log } from './log.ts';
import { withinTime } from './within-time.ts';

export type DatabaseStatus = 'ready' | 'database unavailable' | 'disk full';

/** State of the database now, and a log that says of an outage once that it began and once that it is over. */
export interface DatabaseState {
  /** Lines with an error that means an outage are left out while there is one. */
  readonly log: Log;
  /** How the database is asked. Until then every line passes. */
  readonly watch: (ping: () => Promise<void>) => void;
  readonly status: () => Promise<DatabaseStatus>;
}

/** Time for which a write that failed for want of space is remembered: `status` itself tries no write. */
const fullForMs = 30 * second;
const lookAgainMs = second;

type Line = readonly [values: unknown, message?: string];

export function createDatabaseState(log: Log, dataDir: string): DatabaseState {
  let ping: (() => Promise<void>) | undefined;
  let fullAt = -Infinity;
  let since: number | undefined;
  let leftOut = 0;
  const held: (() => void)[] = [];

  async function status(): Promise<DatabaseStatus> {
    if (ping !== undefined && !(await withinTime(ping()))) return 'database unavailable';
    return freeBytes(dataDir) < leastFreeBytes || performance.now() - fullAt < fullForMs ? 'disk full' : 'ready';
  }

  /** Looks once for all the lines that wait, if it is an outage. */
  async function look(err: unknown): Promise<void> {
    const found = await status();
    if (found === 'ready') {
      for (const write of held.splice(0)) write();
      return;
    }
    since ??= performance.now();
    leftOut += held.splice(0).length;
    log.error({ status: found, err }, 'the database cannot work: errors that say so are left out until it can');
    lookAgain();
  }

  function lookAgain(): void {
    setTimeout(() => void lookForEnd(), lookAgainMs).unref();
  }

  async function lookForEnd(): Promise<void> {
    if (since === undefined) return;
    if ((await status()) !== 'ready') return lookAgain();
    log.warn({ seconds: Math.round((performance.now() - since) / second), leftOut }, 'the database works again');
    since = undefined;
    leftOut = 0;
  }

  const writing =
    (level: 'warn' | 'error') =>
    (...line: Line): void => {
      const [values] = line;
      const err = typeof values === 'object' && values !== null && 'err' in values ? values.err : undefined;
      const write = (): void => log[level](...line);
      if (isFull(err)) fullAt = performance.now();
      if (ping === undefined || !isUnavailable(err)) write();
      else if (since !== undefined) leftOut += 1;
      else if (held.push(write) === 1) void look(err);
    };

  return {
    log: {
      debug: log.debug.bind(log),
      info: log.info.bind(log),
      warn: writing('warn'),
      error: writing('error'),
      isLevelEnabled: (level) => log.isLevelEnabled(level),
    },
    watch: (asked) => void (ping = asked),
    status,
  };
}
