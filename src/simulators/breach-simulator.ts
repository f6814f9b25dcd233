import { hash } from 'node:crypto';
import { noFaults, type SimulatedService } from './simulated-http.ts';

/** A password that the simulator calls leaked, though no list of common ones has it. */
export const leakedPassword = 'correct-Horse-7-battery';

export interface BreachSimulator extends SimulatedService {
  /** Prefixes that were asked for. */
  readonly asked: readonly string[];
}

/** A range service: `GET range/<first five hex digits of SHA-1>` answers the other digits, with counts and padding. */
export function createBreachSimulator(): BreachSimulator {
  const asked: string[] = [];
  const digest = hash('sha1', leakedPassword, 'hex').toUpperCase();
  return {
    asked,
    faults: noFaults(),
    switches: {},
    answer({ path, headers }) {
      const prefix = /^\/range\/([0-9A-F]{5})$/.exec(path)?.[1];
      if (prefix === undefined || headers['add-padding'] !== 'true')
        return { status: 400, body: 'The hash prefix was not in a valid format' };
      asked.push(prefix);
      const padding = ['0'.repeat(35), 'F'.repeat(35)].map((suffix) => `${suffix}:0`);
      const found = digest.startsWith(prefix) ? [`${digest.slice(5)}:42`] : [];
      return { body: [...padding, ...found].join('\r\n') };
    },
  };
}
