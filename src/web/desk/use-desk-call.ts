import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { DeskRefusal } from './desk-call.ts';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  /** Why the last call failed; undefined after one that did not. */
  readonly failure: DeskRefusal | undefined;
  readonly reload: () => void;
}

/**
 * The answer of a read, asked for again when `key` changes; the last answer stays until the next one. `read` may be a new
 * function at each rendering.
 */
export function useDeskCall<Data>(key: string, read: () => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<{ readonly key: string; readonly data?: Data | undefined; readonly failure?: DeskRefusal }>({ key });
  const [round, setRound] = useState(0);
  const load = useEffectEvent(read);
  useEffect(() => {
    let isOver = false;
    load().then(
      (data) => {
        if (!isOver) setState({ key, data });
      },
      (error: unknown) => {
        const failure = error instanceof DeskRefusal ? error : new DeskRefusal(0, '', undefined);
        if (!isOver) setState((before) => ({ key, data: before.key === key ? before.data : undefined, failure }));
      },
    );
    return () => {
      isOver = true;
    };
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const isOfKey = state.key === key;
  return { data: isOfKey ? state.data : undefined, failure: isOfKey ? state.failure : undefined, reload };
}
