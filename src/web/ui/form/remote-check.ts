import { limits } from '#contract/limits.ts';

/** Maximum wait of a submission for a running check (milliseconds). */
export const submissionWaitMs = 3000;

/** A rule that only the server can check, asked during typing (spec 5). */
export interface RemoteCheck {
  /** The rule that fails. */
  readonly rule: string;
  /** Whether the rule fails for a value that was checked before. */
  readonly known: (value: string) => boolean | undefined;
  /**
   * Asks after 500 ms without another value; a later value cancels an earlier question. A failed call counts as valid.
   */
  readonly ask: (value: string) => Promise<boolean>;
  /** Gives up the open question: its value counts as valid. */
  readonly drop: () => void;
}

interface Question {
  readonly value: string;
  readonly answer: Promise<boolean>;
  readonly withdraw: () => void;
}

/** Makes the check of one field from a call that tells whether the rule fails. */
export function remoteCheck(rule: string, fails: (value: string, signal: AbortSignal) => Promise<boolean>): RemoteCheck {
  const answers = new Map<string, boolean>();
  let open: Question | undefined;

  function pose(value: string): Question {
    const controller = new AbortController();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      void settle(value, controller.signal).then(resolve);
    }, limits.uniquenessDebounceMs);
    const withdraw = () => {
      clearTimeout(timer);
      controller.abort();
      resolve(false);
    };
    return { value, answer: promise, withdraw };
  }

  async function settle(value: string, signal: AbortSignal): Promise<boolean> {
    try {
      const answer = await fails(value, signal);
      if (!signal.aborted) answers.set(value, answer);
      return answer;
    } catch {
      return false;
    } finally {
      if (open?.value === value) open = undefined;
    }
  }

  return {
    rule,
    known: (value) => answers.get(value),
    ask: (value) => {
      const known = answers.get(value);
      if (known !== undefined) return Promise.resolve(known);
      if (open?.value !== value) {
        open?.withdraw();
        open = pose(value);
      }
      return open.answer;
    },
    drop: () => {
      open?.withdraw();
      open = undefined;
    },
  };
}
