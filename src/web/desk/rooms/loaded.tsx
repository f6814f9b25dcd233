import { useEffect, type ReactNode } from 'react';
import { useDeskCall, type Loaded } from '#web/desk/use-desk-call.ts';
import { t } from '#web/desk/texts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { rotateCcw } from '#web/ui/marks/icons.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import css from './rooms.module.css';

/** A read that is repeated automatically, as long as its page is there. */
export function useNews<Data>(key: string, read: () => Promise<Data>, everyMs = 30_000): Loaded<Data> {
  const loaded = useDeskCall(key, read);
  const { reload } = loaded;
  useEffect(() => {
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [reload, everyMs]);
  return loaded;
}

interface ShownProps<Data> {
  readonly of: Loaded<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** Loaded data; a skeleton before that; after a failure a button, or the last answer with a line that says so. */
export function Shown<Data>({ of: { data, failure, reload }, children }: ShownProps<Data>): ReactNode {
  if (data === undefined && failure === undefined) return <Skeleton />;
  if (data === undefined) {
    return (
      <Empty
        icon={rotateCcw}
        title={t('dk.failed')}
        action={
          <Button size="sm" onClick={reload}>
            {t('dk.retry')}
          </Button>
        }
      >
        {failure?.message}
      </Empty>
    );
  }
  return (
    <>
      {failure !== undefined && <output className={css['late']}>{t('dk.late')}</output>}
      {children(data)}
    </>
  );
}
