import { untilOnline } from '#web/lib/person/persist.ts';

/** Waits before the repetitions of a call, in seconds. */
const waits = [1, 2, 4, 8, 15];

interface Watching {
  readonly onOffline: () => void;
  readonly onOnline: () => void;
  /** An answer of a call that changes something, with the path below /api. */
  readonly onAnswer: (path: string, data: unknown) => void;
}

/** Calls that change nothing, or whose repetition changes nothing more. */
function isSafe(path: string, method: string): boolean {
  return method === 'GET' || path === '/qr/state';
}

/**
 * Stands before `fetch`: repeats safe calls that got no answer, when the network is back or after 1, 2, 4, 8 and 15
 * seconds. Other calls fail at once, so that the form keeps what was typed and the person decides.
 */
export function watchCalls({ onOffline, onOnline, onAnswer }: Watching): void {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init = {}) => {
    const path = typeof input === 'string' && input.startsWith('/api/') ? (input.slice(4).split('?')[0] ?? '') : '';
    const { method = 'GET', signal } = init;
    for (let tries = 0; ; tries += 1) {
      try {
        const response = await send(input, init);
        onOnline();
        if (path !== '' && method !== 'GET') void tell(response, path);
        return response;
      } catch (error) {
        if (signal?.aborted !== true) onOffline();
        const wait = waits[tries];
        if (path === '' || wait === undefined || !isSafe(path, method)) throw error;
        await untilOnline(wait * 1000, signal);
        if (signal?.aborted === true) throw error;
      }
    }
  };

  async function tell(response: Response, path: string): Promise<void> {
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    if (typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === 200 && 'data' in answer) {
      onAnswer(path, answer.data);
    }
  }
}
