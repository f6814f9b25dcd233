import { useCallback, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { refusalText } from '#web/lib/api/refusals.ts';
import { momentText } from '#web/lib/texts/time-text.ts';
import { clock } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** A refusal that is valid until a given time. */
interface Later {
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** A temporary refusal (1011, 3004, 3009, 3012), and a wrapper that watches calls for one. */
export interface RetryTime {
  readonly later: Later | undefined;
  /** Runs a call, forgets an earlier refusal, and rethrows the call's own. */
  readonly watch: <T>(run: () => Promise<T>) => Promise<T>;
}

/** Remembers the end of a temporary refusal, because its toast disappears after three seconds. */
export function useRetryTime(): RetryTime {
  const [later, setLater] = useState<Later>();
  const watch = useCallback(async <T,>(run: () => Promise<T>): Promise<T> => {
    setLater(undefined);
    try {
      return await run();
    } catch (error) {
      setLater(laterOf(error));
      throw error;
    }
  }, []);
  return { later, watch };
}

/** Shows the time of the next possible attempt, in the person's time zone. */
export function RetryNotice({ later }: Pick<RetryTime, 'later'>): ReactNode {
  const t = useT();
  if (later === undefined) return null;
  return (
    <div role="alert">
      <Notice tone="warning" icon={clock} title={later.text}>
        {t('ad.again', { time: momentText(later.until) })}
      </Notice>
    </div>
  );
}

function laterOf(error: unknown): Later | undefined {
  if (!(error instanceof RefusalError)) return undefined;
  const { retryAfter, data } = error;
  const nextAt = typeof data['nextAt'] === 'string' ? Date.parse(data['nextAt']) : Number.NaN;
  const at = retryAfter === undefined ? nextAt : Date.now() + retryAfter * 1000;
  return Number.isFinite(at) ? { text: refusalText(error), until: at } : undefined;
}
