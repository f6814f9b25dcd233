import { hash } from 'node:crypto';
import { minute, type Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { callOut } from '#server/platform/outbound/call-out.ts';

/** Passwords that were published after a leak elsewhere. */
export interface Breaches {
  /** False without a service, and while the service does not answer. */
  has(password: string): Promise<boolean>;
}

export interface BreachesDeps {
  /** A range service; undefined asks nobody. */
  readonly url: string | undefined;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** A person waits for the answer. */
const timeoutMs = 800;

/** Pause after a failure, in which the service is not asked. */
const restMs = minute;

/** The service learns five of forty hex digits of the hash, which some 2,000 leaked passwords share. */
const prefixLength = 5;

export function createBreaches({ url, clock, log }: BreachesDeps): Breaches {
  let restsUntil = 0;

  async function rangeOf(prefix: string): Promise<string> {
    const { status, bytes } = await callOut(new URL(`${url}/${prefix}`), { headers: { 'add-padding': 'true' }, timeoutMs });
    if (status !== 200) throw new Error(`the range service answered ${status}`);
    return bytes.toString('latin1');
  }

  return {
    async has(password) {
      if (url === undefined || clock.now() < restsUntil) return false;
      const digest = hash('sha1', password, 'hex').toUpperCase();
      const suffix = digest.slice(prefixLength);
      try {
        const range = await rangeOf(digest.slice(0, prefixLength));
        // A count of 0 is padding.
        return range.split('\n').some((line) => /^([0-9A-F]{35}):0*[1-9]\d*\s*$/i.exec(line)?.[1]?.toUpperCase() === suffix);
      } catch (error) {
        restsUntil = clock.now() + restMs;
        log.warn({ err: error }, 'The service of leaked passwords does not answer; new passwords are accepted without it.');
        return false;
      }
    },
  };
}
