import { useCallback, useState, type ReactNode } from 'react';
import { useLanguage, useT } from '#web/lib/i18n.tsx';
import { htmlLang } from '#web/lib/language.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { refusalText } from '#web/lib/refusals.ts';
import { clock } from '#web/ui/icons.ts';
import { Notice } from '#web/ui/notice.tsx';

/** A refusal that holds until a time. */
interface Later {
  readonly text: string;
  readonly until: Date;
}

/** A refusal for a time (1011, 3004, 3009, 3012), and calls that are watched for one. */
export interface RetryTime {
  readonly later: Later | undefined;
  /** Runs a call, forgets what an earlier one was refused for, and passes its refusal on. */
  readonly watch: <T>(run: () => Promise<T>) => Promise<T>;
}

/** Remembers until when calls were refused: the toast of a refusal is gone after three seconds. */
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

/** Says when it may be tried again, in the person's own time. */
export function RetryNotice({ later }: Pick<RetryTime, 'later'>): ReactNode {
  const t = useT();
  const language = useLanguage();
  if (later === undefined) return null;
  const time = new Intl.DateTimeFormat(htmlLang(language), { dateStyle: 'medium', timeStyle: 'short' }).format(later.until);
  return (
    <div role="alert">
      <Notice tone="warning" icon={clock} title={later.text}>
        {t('ad.again', { time })}
      </Notice>
    </div>
  );
}

function laterOf(error: unknown): Later | undefined {
  if (!(error instanceof RefusalError)) return undefined;
  const { retryAfter, data } = error;
  const nextAt = typeof data['nextAt'] === 'string' ? Date.parse(data['nextAt']) : Number.NaN;
  const at = retryAfter === undefined ? nextAt : Date.now() + retryAfter * 1000;
  return Number.isFinite(at) ? { text: refusalText(error), until: new Date(at) } : undefined;
}
